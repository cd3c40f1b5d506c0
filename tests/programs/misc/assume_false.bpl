// verdict: TRUE
// Nothing is wrong behind assume false.
procedure main(x: int) {
  assume false;
  assert x == x + 1;
}
