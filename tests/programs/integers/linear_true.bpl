// verdict: TRUE
// Linear integer arithmetic over straight-line code with a branch.
procedure main(a: int, b: int) returns (m: int)
  requires a - b <= 10;
{
  var d: int;

  d := a - b;
  if (d < 0) {
    m := b;
  } else {
    m := a;
  }
  assert m >= a && m >= b;
  assert m == a || m == b;
  assert m <= b + 10;
}
