// verdict: TRUE
// Two flags that are always opposite.
procedure main() {
  var tick, tock: bool;

  tick := true;
  tock := false;
  while (*) {
    tick, tock := tock, tick;
  }
  assert tick != tock;
}
