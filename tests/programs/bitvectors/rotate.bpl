// verdict: TRUE
// A rotation by extraction and concatenation in an unbounded loop keeps the all-ones word.
procedure main() {
  var x: bv8;

  x := 255bv8;
  while (*) {
    x := x[7:0] ++ x[8:7];
  }
  assert x == 255bv8;
}
