// property: unreach-call
// verdict: TRUE
// The place of a record is found once, before anything is written.
extern void reach_error(void);

struct item { int where; int weight; };
struct item items[3] = {{2, 10}, {1, 11}, {0, 12}};

int main(void) {
    struct item fresh = {0, 77};
    items[items[1].where] = fresh;
    if (items[1].weight != 77 || items[1].where != 0 || items[0].weight != 10) reach_error();
    return 0;
}
