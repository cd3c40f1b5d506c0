// verdict: TRUE
// Nested maps: a write to one row leaves the others alone.
procedure main(r: int, s: int, c: int) {
  var m, old_m: [int][int]int;

  old_m := m;
  m[r][c] := 9;
  assert m[r][c] == 9;
  assert r != s ==> m[s] == old_m[s];
  assert m[r] == old_m[r][c := 9];
}
