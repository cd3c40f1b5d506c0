// verdict: TRUE
// A set as a bool-valued map: elements that were inserted stay in an unbounded loop.
procedure main(x: int) {
  var set: [int]bool;
  var y: int;

  set[x] := true;
  while (*) {
    havoc y;
    set[y] := true;
  }
  assert set[x];
}
