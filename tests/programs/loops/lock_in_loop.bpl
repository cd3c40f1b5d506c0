// verdict: TRUE
// A flag says whether the lock is held; it is checked at each use.
procedure main() {
  var held, flag: bool;
  var work: int;

  held := false;
  work := 0;
  while (*) {
    havoc flag;
    if (flag) {
      assert !held;
      held := true;
    }
    work := work + 1;
    if (flag) {
      assert held;
      held := false;
    }
  }
}
