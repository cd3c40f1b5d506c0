// verdict: TRUE
// The invariant x == y from x == y == 0.
procedure main() {
  var x, y: int;

  x, y := 0, 0;
  while (*) {
    x := x + 1;
    y := y + 1;
  }
  assert x == y;
}
