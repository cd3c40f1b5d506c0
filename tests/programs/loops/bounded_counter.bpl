// verdict: TRUE
// A loop that is unrolled eight times.
procedure main() {
  var i, s: int;

  i := 0;
  s := 0;
  while (i < 8) {
    i := i + 1;
    s := s + i;
  }
  assert s == 36;
}
