// verdict: FALSE
// The implementation forgets one case of its postcondition.
var counter: int;

procedure bump(by: int)
  modifies counter;
  ensures counter > old(counter);
{
  if (by != 0) {
    counter := counter + by;
  } else {
    counter := counter + 1;
  }
}
