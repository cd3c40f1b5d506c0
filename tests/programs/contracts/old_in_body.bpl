// verdict: TRUE
// old() inside a body and inside an inlined call: each refers to its own entry.
var g: int;

procedure step()
  modifies g;
{
  g := g + 1;
  assert old(g) == g - 1;
}

procedure main()
  requires g == 10;
  modifies g;
{
  call step();
  call step();
  assert old(g) == 10;
  assert g == old(g) + 2;
  assert old(g + 1) == 11;
}
