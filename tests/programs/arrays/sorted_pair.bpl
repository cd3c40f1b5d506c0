// verdict: TRUE
// Swapping two cells by a parallel assignment sorts them and keeps the rest.
procedure main(a: [int]int, i: int, j: int, k: int) {
  var b: [int]int;

  assume i != j && k != i && k != j;
  b := a;
  if (b[i] > b[j]) {
    b := b[i := b[j]][j := b[i]];
  }
  assert b[i] <= b[j];
  assert b[i] + b[j] == a[i] + a[j];
  assert b[k] == a[k];
}
