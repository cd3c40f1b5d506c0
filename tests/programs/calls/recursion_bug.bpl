// verdict: FALSE
// The bug is three calls deep, where recursion goes on as far as an input says.
procedure down(n: int) returns (r: int) {
  r := 0;
  if (n > 0) {
    call r := down(n - 1);
    r := r + 1;
  }
}

procedure main() {
  var n, r: int;

  call r := down(n);
  assert r != 3;
}
