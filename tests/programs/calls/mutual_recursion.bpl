// verdict: TRUE
// Two procedures that call each other.
procedure even(n: int) returns (b: bool) {
  b := true;
  if (n > 0) {
    call b := odd(n - 1);
  }
}

procedure odd(n: int) returns (b: bool) {
  b := false;
  if (n > 0) {
    call b := even(n - 1);
  }
}

procedure main() {
  var b: bool;

  call b := even(4);
  assert b;
}
