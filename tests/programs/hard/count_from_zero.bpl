// verdict: TRUE
// The invariant x >= 0 from x == 0: strongest postconditions count 0, 1, 2, ...; weakest preconditions find it.
procedure main() {
  var x: int;

  x := 0;
  while (*) {
    x := x + 1;
  }
  assert x >= 0;
}
