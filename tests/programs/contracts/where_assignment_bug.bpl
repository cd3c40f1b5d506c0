// verdict: FALSE
// where clauses restrict havoc, not assignments.
procedure main() {
  var index: int where 0 <= index;

  index := index - 1;
  assert index >= 0;
}
