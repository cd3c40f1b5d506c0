// verdict: TRUE
// The defining properties of div and mod by constants of both signs.
procedure main(x: int) {
  assert x == 5 * (x div 5) + x mod 5;
  assert x == -3 * (x div (-3)) + x mod (-3);
  assert 0 <= x mod (-3) && x mod (-3) < 3;
  if (x mod 6 == 4) {
    assert x mod 2 == 0;
    assert x mod 3 == 1;
  }
}
