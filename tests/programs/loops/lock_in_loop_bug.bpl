// verdict: FALSE
// The flag changes between acquire and release: the second round acquires a held lock.
procedure main() {
  var held, flag: bool;

  held := false;
  while (*) {
    havoc flag;
    if (flag) {
      assert !held;
      held := true;
    }
    havoc flag;
    if (flag) {
      held := false;
    }
  }
}
