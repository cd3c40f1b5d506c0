// verdict: TRUE
// A label that goes to itself or on.
procedure main() {
  var x, y: int;

  assume x >= y;
again:
  x := x + 1;
  goto again, next;
next:
  assert x > y;
  y := y - 1;
  goto next, end;
end:
  assert x > y;
}
