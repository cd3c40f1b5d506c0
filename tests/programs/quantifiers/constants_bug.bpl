// verdict: FALSE
// Without unique, two constants may be equal.
type Color;
const red, green: Color;

procedure main() {
  assert red != green;
}
