// verdict: FALSE
// Scaling to bytes and back does not give every number again; the arithmetic is behind a contract.
procedure scale(x: int) returns (y: int);
  requires 0 <= x && x <= 1000;
  ensures y == (x * 255) div 1000;

procedure main(x: int) {
  var y: int;

  assume 990 <= x && x <= 1000;
  call y := scale(x);
  assert (y * 1000) div 255 == x;
}
