// property: unreach-call
// verdict: FALSE(unreach-call)
// The second argument is "ab".
void reach_error(void);

int main(int argc, char **argv) {
    if (argc != 3) return 0;
    char *text = argv[2];
    if (text[0] == 'a' && text[1] == 'b' && text[2] == 0) reach_error();
    return 0;
}
