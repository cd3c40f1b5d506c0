// verdict: FALSE
// The precondition of an inlined procedure is checked at its call.
procedure half(x: int) returns (y: int)
  requires x mod 2 == 0;
{
  y := x div 2;
}

procedure main(n: int) {
  var y: int;

  call y := half(2 * n);
  assert y == n;
  call y := half(y);
}
