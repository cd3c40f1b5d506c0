// verdict: TRUE
// Lock and unlock as procedures with assertions, called from two helpers in a loop.
var lock: int;

procedure enter()
  modifies lock;
{
  assert lock == 0;
  lock := 1;
}

procedure leave()
  modifies lock;
{
  assert lock == 1;
  lock := 0;
}

procedure read_only()
  modifies lock;
{
  call enter();
  call leave();
}

procedure main()
  modifies lock;
{
  lock := 0;
  while (*) {
    if (*) {
      call read_only();
    } else {
      call enter();
      call leave();
      call read_only();
    }
  }
}
