// verdict: FALSE
// Two pointers to one cell: it is freed through one and used through the other.
procedure main() {
  var valid: [int]bool;
  var p, q: int;

  havoc p;
  assume !valid[p];
  valid[p] := true;
  havoc q;
  assume valid[q];
  valid[p] := false;
  assert valid[q];
}
