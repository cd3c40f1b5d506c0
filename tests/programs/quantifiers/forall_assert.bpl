// verdict: TRUE
// Quantified assertions over maps and an existential witness.
procedure main(a: [int]int, k: int) {
  var b: [int]int;

  assume (forall i: int :: a[i] > 0);
  b := a[k := 10];
  assert (forall i: int :: b[i] > 0);
  assert (exists i: int :: b[i] == 10);
}
