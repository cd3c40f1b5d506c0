// verdict: FALSE
// A call without postcondition may set the global variable to anything.
var g: int;

procedure touch();
  modifies g;

procedure main()
  modifies g;
{
  g := 1;
  call touch();
  assert g == 1;
}
