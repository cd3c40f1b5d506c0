// verdict: FALSE
// A goto to three labels, one of which has no guard.
procedure main(x: int) {
  var y: int;

  goto one, two, three;
one:
  assume x > 0;
  y := 1;
  goto end;
two:
  assume x < 0;
  y := -1;
  goto end;
three:
  y := 0;
  goto end;
end:
  assert x == 0 || y * x > 0;
}
