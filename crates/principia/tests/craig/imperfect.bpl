// verdict: TRUE
// The fourth reason: the proof is the right one, but the interpolants are the values of single rounds. The invariant
// says that x is even, which the program does not say.
procedure even() {
  var x, n: int;
  x := 0;
  while (*) {
    x := x + 2;
  }
  havoc n;
  assert x != 2 * n + 1;
}
