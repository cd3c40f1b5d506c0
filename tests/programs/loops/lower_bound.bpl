// verdict: TRUE
// The invariant x >= 0 of a loop that only adds natural numbers.
procedure main() {
  var x, d: int;

  assume x >= 0;
  while (*) {
    havoc d;
    if (d >= 0) {
      x := x + d;
    }
  }
  assert x >= 0;
}
