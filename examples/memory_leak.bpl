// verdict: TRUE
// Fig. 1 of "Craig vs. Newton in Software Model Checking": every allocated cell is freed again.
// The array a says which addresses are allocated; b remembers its initial value. The
// counter x plays no role for correctness, but gets in the way of the loop invariant a == b.
procedure example1() {
  var a, b: [int]bool;
  var p, x: int;

  b := a;
  x := 0;
  while (*) {
    havoc p;
    assume !a[p];
    a[p] := true;
    x := x + 1;
    a[p] := false;
  }
  assert a == b;
}
