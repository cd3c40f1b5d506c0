// verdict: TRUE
// An axiom with a trigger: a monotone function, used twice in a chain.
function f(int) returns (int);
axiom (forall x: int, y: int :: {f(x), f(y)} x <= y ==> f(x) <= f(y));

procedure main(a: int, b: int, c: int) {
  assume a <= b && b <= c;
  assert f(a) <= f(c);
  assert f(b) > f(c) ==> false;
  assert f(a) == f(c) ==> f(b) == f(a);
}
