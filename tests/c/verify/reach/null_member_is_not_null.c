// property: unreach-call
// verdict: TRUE
// The address of a member of what NULL points to is not NULL.
extern void reach_error(void);

struct pair { int first, second; };

int main(void) {
    struct pair *none = 0;
    int *member = &none->second;
    if (member == 0) reach_error();
    return 0;
}
