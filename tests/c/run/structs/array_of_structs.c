// Arrays of structs, and structs with arrays of structs.
struct item { char name; int price; };
struct shop { struct item items[3]; int count; };

int main(void) {
    struct shop s[2] = {{{{'a', 1}, {'b', 2}}, 2}, {{{'c', 3}, {'d', 4}, {'e', 5}}, 3}};
    int total = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < s[i].count; j++) total += s[i].items[j].price;
    if (total != 15) return 1;
    if (s[0].items[2].name != 0 || s[0].items[2].price != 0) return 2;
    s[0].items[2] = s[1].items[0];
    if (s[0].items[2].name != 'c') return 3;
    s[1] = s[0];
    if (s[1].items[0].name != 'a' || s[1].count != 2) return 4;
    return 0;
}
