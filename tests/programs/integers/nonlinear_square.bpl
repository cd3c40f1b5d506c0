// verdict: TRUE
// A small nonlinear fact: products of bounded integers.
procedure main(x: int) {
  var y: int;

  assume 0 <= x && x <= 6;
  y := x * x;
  assert y >= x;
  assert y <= 36;
  assert y != 7;
}
