// verdict: FALSE
// The bug needs twelve rounds of a counting loop.
procedure main() {
  var i, a: int;

  i := 0;
  a := 100;
  while (i < 12) {
    i := i + 1;
    a := a - 9;
  }
  assert a > -8;
}
