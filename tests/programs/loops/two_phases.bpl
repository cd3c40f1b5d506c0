// verdict: TRUE
// Two loops in sequence; the second undoes what the first has done to a flag.
procedure main() {
  var open: bool;
  var n: int;

  open := false;
  n := 0;
  while (*) {
    open := true;
    n := n + 1;
  }
  while (open) {
    n := n - 1;
    if (*) {
      open := false;
    }
  }
  assert !open;
}
