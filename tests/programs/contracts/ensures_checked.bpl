// verdict: TRUE
// Postconditions of an implementation, with old() for the value on entry.
var counter: int;

procedure bump(by: int) returns (before: int)
  requires by >= 0;
  modifies counter;
  ensures counter == old(counter) + by;
  ensures before == old(counter);
  ensures counter >= before;
{
  before := counter;
  counter := counter + by;
}
