// verdict: FALSE
// Two indices may be the same: the second write destroys the first.
procedure main(i: int, j: int) {
  var a: [int]int;

  a[i] := 1;
  a[j] := 2;
  assert a[i] == 1;
}
