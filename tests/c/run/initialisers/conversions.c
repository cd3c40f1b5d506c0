// Initialisers are converted as by assignment.
unsigned char byte = 300;
int truncated = 2.9;
double from_int = 3;
_Bool flag = 4;
float cells[3] = {1, 2.5, 'a'};
long long wide = -1;
unsigned long long wider = -1;

int main(void) {
    if (byte != 44 || truncated != 2 || from_int != 3.0 || flag != 1) return 1;
    if (cells[0] != 1.0f || cells[2] != 97.0f) return 2;
    if (wide != -1 || wider != 18446744073709551615ull) return 3;
    signed char c[2] = {200, -200};
    if (c[0] != -56 || c[1] != 56) return 4;
    return 0;
}
