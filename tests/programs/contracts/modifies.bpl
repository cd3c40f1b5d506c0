// verdict: TRUE
// A call without implementation changes what it may modify and nothing else.
var g, h: int;

procedure touch();
  modifies g;
  ensures g > old(g);

procedure main()
  modifies g;
{
  var g0, h0: int;

  g0 := g;
  h0 := h;
  call touch();
  call touch();
  assert g >= g0 + 2;
  assert h == h0;
}
