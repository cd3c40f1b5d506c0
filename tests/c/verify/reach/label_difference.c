// property: unreach-call
// verdict: UNKNOWN(unsupported: differences of labels)
// How far labels are apart is a matter of the compiler.
void reach_error(void);

int main(void) {
    int distance = (char *)&&second - (char *)&&first;
    if (distance == 0) reach_error();
    goto *(&&first);
first:
second:
    return 0;
}
