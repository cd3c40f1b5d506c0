// verdict: TRUE
// Functions with bodies, one using the other.
function max(x: int, y: int) returns (int) {
  if x < y then y else x
}
function max3(x: int, y: int, z: int) returns (int) {
  max(max(x, y), z)
}
function inside(lo: int, x: int, hi: int) : bool {
  lo <= x && x <= hi
}

procedure main(a: int, b: int, c: int) {
  assert max3(a, b, c) == max3(c, a, b);
  assert inside(a, max(a, b), max3(a, b, c));
}
