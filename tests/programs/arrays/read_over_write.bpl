// verdict: TRUE
// Reads over writes at equal and at different indices.
procedure main(i: int, j: int) {
  var a, b: [int]int;

  b := a;
  a[i] := 5;
  assert a[i] == 5;
  if (i != j) {
    assert a[j] == b[j];
  } else {
    assert a[j] == 5;
  }
}
