// verdict: FALSE
// A set as a bool-valued map: the loop may remove the element again.
procedure main(x: int) {
  var set: [int]bool;
  var y: int;

  set[x] := true;
  while (*) {
    havoc y;
    set[y] := !set[y];
  }
  assert set[x];
}
