// property: unreach-call
// verdict: UNKNOWN
// No proof takes the address of a member of what NULL points to for NULL.
extern void reach_error(void);

struct pair { int first, second; };

int main(void) {
    struct pair *none = 0;
    int *member = &none->second;
    if (member == 0) reach_error();
    return 0;
}
