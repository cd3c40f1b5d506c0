// property: unreach-call
// verdict: FALSE(unreach-call)
// Who adds the distance of two objects to the address of one gets to the other.
extern void reach_error(void);

struct record { long distance; int value; } here, there;

int main(void) {
    here.distance = (char *)&there - (char *)&here;
    there.value = 1;
    struct record *found = (struct record *)((char *)&here + here.distance);
    found->value = 2;
    if (there.value != 1) reach_error();
    return 0;
}
