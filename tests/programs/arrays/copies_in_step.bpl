// verdict: TRUE
// Two maps that get the same writes stay equal.
procedure main() {
  var a, b: [int]int;
  var i, v: int;

  assume a == b;
  while (*) {
    havoc i, v;
    a[i] := v;
    b[i] := v;
  }
  assert a == b;
}
