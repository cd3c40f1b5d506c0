// verdict: TRUE
// A quantified assumption that each write of an unbounded loop respects.
procedure main() {
  var a: [int]int;
  var i, v: int;

  assume (forall j: int :: a[j] >= 0);
  while (*) {
    havoc i, v;
    assume v >= 0;
    a[i] := v;
  }
  assert (forall j: int :: a[j] >= 0);
}
