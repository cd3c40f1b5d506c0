// verdict: TRUE
// Unique constants of a declared type differ; a variable of that type is one of three by assumption.
type Color;
const unique red, green, blue: Color;
function next(Color) returns (Color);
axiom next(red) == green && next(green) == blue && next(blue) == red;

procedure main(c: Color) {
  assert red != green && green != blue && red != blue;
  assume c == red || c == green || c == blue;
  assert next(c) != c;
  assert next(next(next(c))) == c;
}
