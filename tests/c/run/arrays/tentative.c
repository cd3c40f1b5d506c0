// A global array without a size is completed by a later declaration or its initialiser.
extern int completed[];
int completed[3] = {1, 2, 3};
int counted[] = {4, 5, 6, 7};
int tentative[2];
int tentative[2];

int main(void) {
    if (sizeof completed != 12 || completed[2] != 3) return 1;
    if (sizeof counted != 16 || counted[3] != 7) return 2;
    if (tentative[0] != 0 || tentative[1] != 0) return 3;
    return 0;
}
