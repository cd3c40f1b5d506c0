// verdict: TRUE
// The invariant x + y == n while units move from y to x; a counter is irrelevant.
procedure main(n: int) {
  var x, y, moves: int;

  assume x + y == n;
  moves := 0;
  while (y > 0) {
    x := x + 1;
    y := y - 1;
    moves := moves + 1;
  }
  assert x + y == n;
}
