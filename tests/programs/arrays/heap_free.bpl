// verdict: TRUE
// An allocator: a cell that was allocated before the loop is never handed out again.
procedure main() {
  var valid: [int]bool;
  var mine, p: int;

  assume !valid[mine];
  valid[mine] := true;
  while (*) {
    havoc p;
    assume !valid[p];
    assert p != mine;
    valid[p] := true;
    if (*) {
      valid[p] := false;
    }
  }
}
