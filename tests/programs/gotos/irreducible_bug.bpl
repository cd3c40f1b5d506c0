// verdict: FALSE
// An irreducible loop: entering in the middle skips the initialisation.
procedure main() {
  var ready: bool;
  var n: int;

  ready := false;
  n := 0;
  goto top, middle;
top:
  ready := true;
  goto middle;
middle:
  n := n + 1;
  goto top, done;
done:
  assert n == 1 ==> ready;
}
