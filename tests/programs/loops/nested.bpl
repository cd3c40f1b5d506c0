// verdict: TRUE
// Nested unbounded loops with one invariant for both.
procedure main() {
  var a, b, total: int;

  assume total == a + b;
  while (*) {
    while (*) {
      a := a + 1;
      total := total + 1;
    }
    b := b - 1;
    total := total - 1;
  }
  assert total == a + b;
}
