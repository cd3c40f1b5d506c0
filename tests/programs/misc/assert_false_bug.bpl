// verdict: FALSE
// The shortest bug.
procedure main() {
  assert false;
}
