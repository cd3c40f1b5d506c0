// verdict: TRUE
// Five free choices in sequence: all thirty-two paths keep the balance.
procedure main() {
  var n, m: int;

  m := -n;
  if (*) { n := n + 1; m := m - 1; }
  if (*) { n := n + 2; m := m - 2; }
  if (*) { n := n + 4; m := m - 4; }
  if (*) { n := n + 8; m := m - 8; }
  if (*) { n := n + 16; m := m - 16; }
  assert n + m == 0;
}
