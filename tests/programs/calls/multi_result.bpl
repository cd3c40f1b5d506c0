// verdict: TRUE
// A call with several results, assigned at once to swapped variables.
procedure divide(x: int, y: int) returns (q: int, r: int)
  requires y > 0;
{
  q := x div y;
  r := x mod y;
}

procedure main(x: int) {
  var q, r: int;

  call q, r := divide(x, 10);
  assert x == 10 * q + r;
  assert 0 <= r && r < 10;
  call r, q := divide(x, 10);
  assert x == 10 * r + q;
}
