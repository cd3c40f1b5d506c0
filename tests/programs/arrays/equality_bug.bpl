// verdict: FALSE
// Writing a value and then zero restores the map only where it was zero before.
procedure main(i: int) {
  var a, b: [int]int;

  b := a;
  a[i] := 7;
  a[i] := 0;
  assert a == b;
}
