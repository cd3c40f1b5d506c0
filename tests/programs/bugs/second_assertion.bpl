// verdict: FALSE
// The first assertion holds, the second one fails.
procedure main(x: int, y: int) {
  assume x > y;
  assert x != y;
  assert x - y > 1;
}
