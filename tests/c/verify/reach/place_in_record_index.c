// property: unreach-call
// verdict: FALSE(unreach-call)
// The place of a record is found by a member that the assignment changes.
extern void reach_error(void);

struct item { int where; int weight; };
struct item items[3] = {{2, 10}, {1, 11}, {0, 12}};

int main(void) {
    struct item fresh = {0, 77};
    items[items[1].where] = fresh;
    if (items[1].weight != 11) reach_error();
    return 0;
}
