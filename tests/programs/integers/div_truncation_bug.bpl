// verdict: FALSE
// Expects division to truncate towards zero as in C; Euclidean division does not for negative x.
procedure main(x: int) {
  var q: int;

  assume -10 <= x && x <= 10;
  q := x div 4;
  if (x < 0) {
    assert q == -((-x) div 4);
  } else {
    assert q * 4 <= x;
  }
}
