// verdict: TRUE
// A lock protocol: nobody acquires a lock that is held, or releases one that is free.
// Some jobs need the lock and some do not; a job that may fail gives the lock back
// early. The invariant of the loop is !locked, whatever the statistics count.
var locked: bool;

procedure acquire()
  modifies locked;
{
  assert !locked;
  locked := true;
}

procedure release()
  modifies locked;
{
  assert locked;
  locked := false;
}

procedure worker()
  modifies locked;
{
  var shared, failed: bool;
  var done: int;

  locked := false;
  done := 0;
  while (*) {
    havoc shared, failed;
    if (shared) {
      call acquire();
    }
    if (failed) {
      if (shared) {
        call release();
      }
    } else {
      done := done + 1;
      if (shared) {
        call release();
      }
    }
  }
  assert !locked;
}
