// verdict: FALSE
// Linear integer arithmetic: only x == 17, y == 9 violates the assertion.
procedure main(x: int, y: int) {
  assume x + y == 26;
  assume x > 0 && y > 0;
  assert 2 * x - 3 * y != 7;
}
