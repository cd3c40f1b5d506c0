// verdict: TRUE
// Integers are unbounded: no wrap-around at any machine width.
procedure main() {
  var x: int;

  x := 18446744073709551615;
  x := x + 1;
  assert x == 18446744073709551616;
  x := x * 18446744073709551616;
  assert x == 340282366920938463463374607431768211456;
  assert x mod 10 == 6;
}
