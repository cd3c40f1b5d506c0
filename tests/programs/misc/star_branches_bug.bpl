// verdict: FALSE
// Five free choices in sequence: exactly one of the thirty-two paths is wrong.
procedure main() {
  var n: int;

  n := 0;
  if (*) { n := n + 1; }
  if (*) { n := n + 2; }
  if (*) { n := n + 4; }
  if (*) { n := n + 8; }
  if (*) { n := n + 16; }
  assert n != 21;
}
