// verdict: TRUE
// Division by zero is total: equal arguments give equal (but unknown) results.
procedure main(x: int, y: int, z: int) {
  assume x == y;
  assume z == 0;
  assert x div z == y div z;
  assert x mod z == y mod 0;
}
