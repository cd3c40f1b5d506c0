// verdict: TRUE
// The largest of four cells by a scan.
procedure main(a: [int]int) {
  var i, max: int;

  max := a[0];
  i := 1;
  while (i < 4) {
    if (a[i] > max) {
      max := a[i];
    }
    i := i + 1;
  }
  assert max >= a[0] && max >= a[1] && max >= a[2] && max >= a[3];
}
