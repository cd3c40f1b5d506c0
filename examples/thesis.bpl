// verdict: TRUE
// Fig. 3.1 of "Newton Refinement as Alternative to Craig Interpolation in CPAchecker": y does not matter.
procedure main() {
  var x, y: int;

  x := 0;
  y := 1;
  while (x < 1) {
    x := x + 1;
  }
  assert x == 1;
}
