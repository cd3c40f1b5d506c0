// verdict: FALSE
// Integer division is not real division: the mean of two integers need not be whole.
procedure main(a: int, b: int) {
  var mean: real;

  mean := (real(a) + real(b)) / 2.0;
  assert mean == real((a + b) div 2);
}
