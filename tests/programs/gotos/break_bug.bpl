// verdict: FALSE
// break leaves only the inner loop: the outer one goes on and counts to five.
procedure main() {
  var i, j: int;

  i := 0;
  while (i < 5) {
    j := 0;
    while (true) {
      if (j == i) {
        break;
      }
      j := j + 1;
    }
    i := i + 1;
  }
  assert i < 5;
}
