// verdict: TRUE
// Bound variables, parameters of functions and locals shadow variables of the same name.
var x: int;

function id(x: int) returns (int) {
  x
}

procedure main(y: int)
  modifies x;
{
  x := 1;
  assert (forall x: int :: id(x) == x);
  assert (exists x: int :: x == y + 1 && (forall y: int :: y == x ==> id(y) == x));
  assert x == 1;
}
