// verdict: TRUE
// A fill loop of any length without its quantified invariant, checked at one arbitrary cell.
procedure main(n: int, k: int) {
  var a: [int]bool;
  var i: int;

  assume 0 <= k && k < n;
  i := 0;
  while (i < n) {
    a[i] := true;
    i := i + 1;
  }
  assert a[k];
}
