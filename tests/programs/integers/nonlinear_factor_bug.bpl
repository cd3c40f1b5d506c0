// verdict: FALSE
// A nonlinear bug: the assertion claims that 143 is prime.
procedure main(p: int, q: int) {
  assume 1 < p && p < 100;
  assume p <= q && q < 100;
  assert p * q != 143;
}
