// verdict: TRUE
// The invariant x == 2 * y relates what both counters have done; the assertion mentions it only at the end.
procedure main(n: int) {
  var x, y: int;

  x := 0;
  y := 0;
  while (y < n) {
    x := x + 2;
    y := y + 1;
  }
  assert y == n ==> x == 2 * n;
}
