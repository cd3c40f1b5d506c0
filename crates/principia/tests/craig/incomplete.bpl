// verdict: TRUE
// The second reason: the interpolating algorithm is incomplete, here for products of variables.
procedure square() {
  var x, y, n: int;
  havoc n;
  x := n;
  y := n * n;
  while (*) {
    x := x + 1;
    y := x * x;
  }
  assert y >= 0;
}
