// verdict: TRUE
// old() under a quantifier and in a nested call without implementation.
var a: [int]int;

procedure increment_all();
  modifies a;
  ensures (forall i: int :: a[i] == old(a[i]) + 1);

procedure main(k: int)
  modifies a;
  ensures a[k] == old(a)[k] + 2;
{
  call increment_all();
  call increment_all();
}
