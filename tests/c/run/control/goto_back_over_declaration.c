// A jump back over a declaration leaves the object where it is, also in recursive functions.
static int visit(int depth) {
    int rounds = 0;
    int *kept = 0;
    if (depth > 0 && visit(depth - 1) != 7)
        return 0;
again:;
    int own;
    if (rounds++ == 0) {
        kept = &own;
        goto again;
    }
    own = 1;
    *kept = 7;
    return own;
}

static int jump_into_block(int which) {
    int result = 0;
    switch (which) {
        int local;
        int *place;
    case 1:
        place = &local;
        *place = 5;
        result = local;
        break;
    default: {
        int inner;
    case 2:
        place = &inner;
        *place = 6;
        result = inner;
    }
    }
    return result;
}

int main(void) {
    if (visit(0) != 7 || visit(3) != 7)
        return 1;
    if (jump_into_block(1) != 5 || jump_into_block(2) != 6 || jump_into_block(3) != 6)
        return 2;
    return 0;
}
