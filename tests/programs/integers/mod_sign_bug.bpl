// verdict: FALSE
// Expects the remainder to have the sign of the dividend, as in C.
procedure main(x: int) {
  assume x < 0;
  assert x mod 3 <= 0;
}
