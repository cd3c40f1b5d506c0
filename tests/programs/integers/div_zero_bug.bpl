// verdict: FALSE
// Division by zero may give any value, so nothing bounds the quotient.
procedure main(z: int) {
  var q: int;

  assume z >= 0;
  q := 10 div z;
  assert q <= 10;
}
