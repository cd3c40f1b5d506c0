// verdict: TRUE
// A parallel assignment reads all right-hand sides before it writes.
procedure main() {
  var x, y, a, b: int;

  a := x;
  b := y;
  x, y := y, x;
  assert x == b && y == a;
  x, y := x + y, x - y;
  assert x == a + b && y == b - a;
}
