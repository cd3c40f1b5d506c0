// verdict: FALSE
// The axiom only speaks of positive numbers.
function f(int) returns (int);
axiom (forall x: int :: {f(x)} x > 0 ==> f(x) == x + 1);

procedure main(x: int) {
  assume x >= 0;
  assert f(x) == x + 1;
}
