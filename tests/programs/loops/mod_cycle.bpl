// verdict: TRUE
// A counter modulo five takes five values and never another one.
procedure main() {
  var hour: int;

  hour := 0;
  while (*) {
    hour := (hour + 1) mod 5;
  }
  assert hour != 5;
  assert hour >= 0;
}
