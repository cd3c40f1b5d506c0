// verdict: FALSE
// A bug that needs two hundred rounds of a loop.
procedure main() {
  var i: int;

  i := 0;
  while (i < 200) {
    i := i + 1;
  }
  assert i != 200;
}
