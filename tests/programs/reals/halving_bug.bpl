// verdict: FALSE
// Halving five times falls below one twentieth.
procedure main() {
  var x: real;

  x := 1.0;
  while (*) {
    x := x / 2.0;
    assert x > 0.05;
  }
}
