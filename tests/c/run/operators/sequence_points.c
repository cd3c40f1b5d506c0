// Orders of evaluation that are defined.
int log_of_calls;
int note(int digit) { log_of_calls = log_of_calls * 10 + digit; return digit; }

int main(void) {
    note(1), note(2), note(3);
    if (log_of_calls != 123) return 1;
    log_of_calls = 0;
    int r = note(1) && note(2) && note(3);
    if (!r || log_of_calls != 123) return 2;
    log_of_calls = 0;
    r = note(4) ? note(5) : note(6);
    if (r != 5 || log_of_calls != 45) return 3;
    log_of_calls = 0;
    int a = note(1), b = note(2);
    if (log_of_calls != 12 || a != 1 || b != 2) return 4;
    int i = 0;
    i = (i++, i + 5);
    if (i != 6) return 5;
    return 0;
}
