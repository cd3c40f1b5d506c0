// verdict: FALSE
// A quantified assertion that one write breaks.
procedure main(k: int) {
  var a: [int]bool;

  assume (forall i: int :: a[i]);
  a[k] := false;
  assert (forall i: int :: i > 0 ==> a[i]);
}
