// verdict: FALSE
// The inner counter is not reset: the outer loop runs the inner one only once.
procedure main() {
  var i, j, c: int;

  i, j, c := 0, 0, 0;
  while (i < 2) {
    while (j < 3) {
      c := c + 1;
      j := j + 1;
    }
    i := i + 1;
  }
  assert c == 6;
}
