// verdict: TRUE
// A parallel assignment to cells of two maps reads both before it writes.
procedure main(i: int, j: int) {
  var a, b, a0, b0: [int]int;

  a0, b0 := a, b;
  a[i], b[j] := b[j], a[i];
  assert a[i] == b0[j];
  assert b[j] == a0[i];
  assert a[i := a0[i]] == a0;
}
