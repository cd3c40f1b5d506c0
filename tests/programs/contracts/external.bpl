// verdict: TRUE
// A procedure without implementation: the caller knows its postcondition, and only that.
procedure abs(x: int) returns (y: int);
  ensures y >= 0;
  ensures y == x || y == -x;

procedure main(a: int, b: int) {
  var d: int;

  call d := abs(a - b);
  assert d >= a - b;
  assert d >= b - a;
}
