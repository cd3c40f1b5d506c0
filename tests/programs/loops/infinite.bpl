// verdict: TRUE
// A loop without exit: the assertion behind it is never reached.
procedure main() {
  var x: int;

  x := 0;
  while (true) {
    x := x + 1;
  }
  assert false;
}
