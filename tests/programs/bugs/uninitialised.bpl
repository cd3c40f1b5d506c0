// verdict: FALSE
// A variable that is read before it is written has any value.
procedure main(c: bool) {
  var x: int;

  if (c) {
    x := 1;
  }
  assert x == 1;
}
