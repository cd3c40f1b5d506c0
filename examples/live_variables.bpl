// verdict: TRUE
// Fig. 3 of "Craig vs. Newton in Software Model Checking": k is not live at the loop head.
// The strongest postcondition says k == 0 && y >= k there, which is no invariant; without
// the dead variable k it becomes y >= 0, which is one.
procedure example2() {
  var k, y: int;

  k := 0;
  assume y >= k;
  while (*) {
    k := 1;
    y := y + k;
  }
  assert y >= 0;
}
