// verdict: FALSE
// A helper takes the lock that its caller already holds.
var lock: int;

procedure enter()
  modifies lock;
{
  assert lock == 0;
  lock := 1;
}

procedure update(nested: bool)
  modifies lock;
{
  call enter();
  if (nested) {
    call enter();
  }
  lock := 0;
}

procedure main()
  modifies lock;
{
  var nested: bool;

  lock := 0;
  while (*) {
    call update(false);
    havoc nested;
  }
  call update(nested);
}
