// verdict: TRUE
// The square of a counter by adding odd numbers: the invariant s == i * i is nonlinear.
procedure main(n: int) {
  var i, s: int;

  assume n >= 0;
  i := 0;
  s := 0;
  while (i < n) {
    s := s + 2 * i + 1;
    i := i + 1;
  }
  assert s == n * n;
}
