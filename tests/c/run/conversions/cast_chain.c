// Each cast in a chain counts.
int main(void) {
    int x = -1;
    if ((int)(unsigned char)x != 255) return 1;
    if ((int)(signed char)(unsigned char)x != -1) return 2;
    if ((long long)(unsigned int)x != 4294967295ll) return 3;
    if ((unsigned long long)(int)(unsigned int)x != 18446744073709551615ull) return 4;
    if ((unsigned int)(short)0xffff != 4294967295u) return 5;
    if ((unsigned int)(unsigned short)0xffff != 65535u) return 6;
    if ((int)(char)(short)0x1280 != -128) return 7;
    return 0;
}
