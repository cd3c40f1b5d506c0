// verdict: FALSE
// A swap by two sequential assignments loses one value.
procedure main() {
  var x, y, a: int;

  a := x;
  x := y;
  y := x;
  assert y == a;
}
