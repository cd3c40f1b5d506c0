// verdict: TRUE
// Map updates as expressions, chained; the last one wins, and different ones commute.
procedure main(a: [int]int, i: int, j: int) {
  var b: [int]int;

  b := a[i := 1][i := 2];
  assert b == a[i := 2];
  assume i != j;
  assert a[i := 3][j := 4] == a[j := 4][i := 3];
  assert a[i := a[i]] == a;
}
