// verdict: TRUE
// An irreducible loop: two entries, and both keep the sum of x and y.
procedure main(s: int) {
  var x, y: int;

  assume x + y == s;
  goto left, right;
left:
  x := x + 1;
  y := y - 1;
  goto right, done;
right:
  x := x - 2;
  y := y + 2;
  goto left, done;
done:
  assert x + y == s;
}
