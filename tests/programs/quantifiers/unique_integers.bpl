// verdict: TRUE
// Unique constants of type int are different numbers.
const unique a, b: int;
const c: int;
axiom c == a + b;

procedure main() {
  assert a != b;
  assert c != 2 * a;
}
