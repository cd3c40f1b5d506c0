// verdict: TRUE
// The third reason: a trace has two proofs, the values of x and y, and that x equals y. Only the second one holds for
// every number of rounds.
procedure two_proofs() {
  var x, y, n: int;
  havoc n;
  x := 0;
  y := 0;
  while (*) {
    x := x + 1;
    y := y + 1;
  }
  assert x == n ==> y == n;
}
