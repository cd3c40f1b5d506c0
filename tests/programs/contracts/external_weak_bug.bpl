// verdict: FALSE
// The postcondition is too weak for what the caller expects.
procedure abs(x: int) returns (y: int);
  ensures y >= 0;

procedure main(a: int) {
  var d: int;

  call d := abs(a);
  assert d == a || d == -a;
}
