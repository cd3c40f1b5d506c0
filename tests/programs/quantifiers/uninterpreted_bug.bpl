// verdict: FALSE
// A function about which nothing is known: congruence holds, injectivity does not.
function f(int) returns (int);

procedure main(x: int, y: int) {
  assert x == y ==> f(x) == f(y);
  assert f(x) == f(y) ==> x == y;
}
