// verdict: TRUE
// A procedure that calls itself.
procedure down(n: int) returns (r: int) {
  r := 0;
  if (n > 0) {
    call r := down(n - 1);
  }
}

procedure main() {
  var r: int;

  call r := down(5);
  assert r == 0;
}
