// verdict: TRUE
// Calls three deep; each level has a variable of the same name.
procedure inc(x: int) returns (r: int) {
  r := x + 1;
}

procedure inc2(x: int) returns (r: int) {
  call r := inc(x);
  call r := inc(r);
}

procedure inc4(x: int) returns (r: int) {
  var x1: int;

  call x1 := inc2(x);
  call r := inc2(x1);
}

procedure main(x: int) {
  var r: int;

  call r := inc4(x);
  assert r == x + 4;
}
