// verdict: TRUE
// Real arithmetic is exact: thirds and tenths have no rounding.
procedure main() {
  var x, y: real;

  x := 1.0 / 3.0;
  assert x + x + x == 1.0;
  y := 0.1 + 0.2;
  assert y == 0.3;
  assert real(1) / 3.0 == x;
}
