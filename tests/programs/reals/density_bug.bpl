// verdict: FALSE
// Holds for integers, not for reals: there is a number strictly between 0 and 1.
procedure main(x: real) {
  assume x > 0.0;
  assert x >= 1.0;
}
