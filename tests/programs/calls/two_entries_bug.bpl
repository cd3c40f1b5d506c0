// verdict: FALSE
// Two procedures that nobody calls: both are entries, and the second one is wrong.
procedure first(x: int) {
  assert x == x;
}

procedure second(x: int) {
  assume x > 3;
  assert x > 4;
}
