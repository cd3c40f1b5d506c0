// verdict: FALSE
// The scan starts from zero instead of the first cell: wrong when all cells are negative.
procedure main(a: [int]int) {
  var i, max: int;

  max := 0;
  i := 0;
  while (i < 3) {
    if (a[i] > max) {
      max := a[i];
    }
    i := i + 1;
  }
  assert max == a[0] || max == a[1] || max == a[2];
}
