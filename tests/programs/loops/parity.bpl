// verdict: TRUE
// Parity through mod: even stays even when the loop adds two.
procedure main() {
  var x: int;

  assume x mod 2 == 0;
  while (*) {
    x := x + 2;
  }
  assert x mod 2 == 0;
}
