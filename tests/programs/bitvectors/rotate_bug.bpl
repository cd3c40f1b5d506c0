// verdict: FALSE
// A rotating bit arrives at the top after seven rounds.
procedure main() {
  var x: bv8;

  x := 1bv8;
  while (*) {
    x := x[7:0] ++ x[8:7];
  }
  assert x[8:7] == 0bv1;
}
