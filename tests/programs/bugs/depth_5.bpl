// verdict: FALSE
// The bug needs five rounds of a loop that chooses freely.
procedure main() {
  var x: int;

  x := 0;
  while (*) {
    x := x + 3;
  }
  assert x != 15;
}
