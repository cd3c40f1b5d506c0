// verdict: FALSE
// A quantified assumption that one of the writes does not respect.
procedure main(k: int) {
  var a: [int]int;
  var v: int;

  assume (forall j: int :: a[j] >= 0);
  while (*) {
    havoc v;
    assume v >= -1;
    a[k] := a[k] + v;
  }
  assert a[k] >= 0;
}
