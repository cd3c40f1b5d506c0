// verdict: TRUE
// Assertions in code that is never reached.
procedure main(x: int) {
  if (x > 0 && x < 0) {
    assert false;
  }
  return;
  assert false;
}
