// verdict: TRUE
// Nested maps in an unbounded loop: a row that is saved, changed and restored.
procedure main() {
  var m, before: [int][int]bool;
  var saved: [int]bool;
  var r, c: int;

  before := m;
  while (*) {
    havoc r, c;
    saved := m[r];
    m[r][c] := true;
    m[r][c + 1] := false;
    m[r] := saved;
  }
  assert m == before;
}
