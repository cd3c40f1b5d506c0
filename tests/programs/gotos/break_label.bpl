// verdict: TRUE
// break with the label of the outer loop leaves both loops.
procedure main() {
  var i, j: int;

  i := 0;
outer:
  while (true) {
    j := 0;
    while (j < 3) {
      if (i + j == 4) {
        break outer;
      }
      j := j + 1;
    }
    i := i + 1;
  }
  assert i == 2 && j == 2;
}
