// verdict: TRUE
// ULTIMATE.start is the only entry where it exists: the other procedure is never run.
procedure never_called() {
  assert false;
}

procedure ULTIMATE.start() {
  var x: int;

  x := 2;
  assert x + x == 4;
}
