// #pragma pack limits the alignment of members.
#pragma pack(push, 1)
struct one { char c; int i; short s; };
#pragma pack(pop)
#pragma pack(push)
#pragma pack(2)
struct two { char c; int i; char d; };
#pragma pack(pop)
struct normal { char c; int i; };

int main(void) {
    if (sizeof(struct one) != 7) return 1;
    if (sizeof(struct two) != 8 || __builtin_offsetof(struct two, i) != 2) return 2;
    if (sizeof(struct normal) != 8) return 3;
    struct one x = {1, -5, 9};
    if (x.i != -5 || x.s != 9) return 4;
    return 0;
}
