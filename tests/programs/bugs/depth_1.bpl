// verdict: FALSE
// The bug needs one round of the loop.
procedure main() {
  var x: int;

  x := 0;
  while (*) {
    x := x + 1;
  }
  assert x != 1;
}
