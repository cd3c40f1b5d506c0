// verdict: FALSE
// Nested maps in an unbounded loop: the row is restored to the wrong place when r changes.
procedure main() {
  var m, before: [int][int]bool;
  var saved: [int]bool;
  var r: int;

  before := m;
  while (*) {
    havoc r;
    saved := m[r];
    m[r][0] := true;
    havoc r;
    m[r] := saved;
  }
  assert m == before;
}
