// verdict: TRUE
// Variables that change in each round but do not matter for the assertion.
procedure main(limit: int) {
  var i, noise, top: int;

  top := limit;
  i := 0;
  noise := 1;
  while (i < limit) {
    i := i + 1;
    noise := noise * 3 + i;
  }
  assert i >= top;
}
