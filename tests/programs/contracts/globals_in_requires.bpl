// verdict: TRUE
// Preconditions over global variables, established by one call and used by the next.
var opened: bool;
var position: int;

procedure open();
  requires !opened;
  modifies opened, position;
  ensures opened && position == 0;

procedure advance(by: int);
  requires opened && by >= 0;
  modifies position;
  ensures position == old(position) + by;

procedure close();
  requires opened;
  modifies opened;
  ensures !opened;

procedure main()
  modifies opened, position;
{
  var by: int;

  opened := false;
  while (*) {
    call open();
    while (*) {
      havoc by;
      assume by >= 0;
      call advance(by);
    }
    assert position >= 0;
    call close();
  }
  assert !opened;
}
