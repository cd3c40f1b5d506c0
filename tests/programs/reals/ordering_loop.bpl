// verdict: TRUE
// Two particles move towards their midpoint in an unbounded loop and never pass each other.
procedure main() {
  var left, right: real;

  assume left <= right;
  while (*) {
    left, right := (3.0 * left + right) / 4.0, (left + 3.0 * right) / 4.0;
  }
  assert left <= right;
}
