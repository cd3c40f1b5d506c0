// verdict: TRUE
// Conversions between int and real: int(.) rounds down, real(.) is exact.
procedure main(n: int, x: real) {
  assert int(real(n)) == n;
  assert int(2.75) == 2;
  assert int(0.0 - 0.5) == -1;
  assert real(int(x)) <= x;
  assert x < real(int(x)) + 1.0;
}
