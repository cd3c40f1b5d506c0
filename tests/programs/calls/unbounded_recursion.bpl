// verdict: TRUE
// A procedure that calls itself as often as an input says.
procedure down(n: int) returns (r: int) {
  r := 0;
  if (n > 0) {
    call r := down(n - 1);
  }
}

procedure main() {
  var n, r: int;

  call r := down(n);
  assert r == 0;
}
