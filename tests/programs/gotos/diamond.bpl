// verdict: TRUE
// A goto to several labels chooses; assume statements guard the branches.
procedure main(x: int) {
  var y: int;

entry:
  goto negative, natural;
negative:
  assume x < 0;
  y := -x;
  goto join;
natural:
  assume x >= 0;
  y := x;
  goto join;
join:
  assert y >= 0;
  return;
}
