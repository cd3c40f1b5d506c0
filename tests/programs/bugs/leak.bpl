// verdict: FALSE
// One branch of the loop forgets to free its cell.
procedure main() {
  var valid, before: [int]bool;
  var p: int;

  before := valid;
  while (*) {
    havoc p;
    assume !valid[p];
    valid[p] := true;
    if (p mod 16 == 0) {
      valid[p] := false;
    }
  }
  assert valid == before;
}
