// verdict: TRUE
// A program without any assertion has no error location.
procedure main() {
  var x: int;

  while (*) {
    x := x + 1;
  }
}
