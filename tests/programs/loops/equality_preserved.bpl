// verdict: TRUE
// The invariant x == y of an unbounded loop.
procedure main() {
  var x, y: int;

  y := x;
  while (*) {
    x := x + 1;
    y := y + 1;
  }
  assert x == y;
}
