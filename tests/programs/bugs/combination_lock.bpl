// verdict: FALSE
// Three inputs in the right order open the lock.
procedure main() {
  var digit, state: int;

  state := 0;
  while (*) {
    havoc digit;
    if (state == 0 && digit == 4) {
      state := 1;
    } else if (state == 1 && digit == 7) {
      state := 2;
    } else if (state == 2 && digit == 1) {
      state := 3;
    } else {
      state := 0;
    }
    assert state != 3;
  }
}
