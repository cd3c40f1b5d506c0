// verdict: TRUE
// A procedure whose implementation is given separately, with other parameter names.
procedure sign(x: int) returns (s: int);
  ensures s * s <= 1;

implementation sign(value: int) returns (result: int) {
  result := 0;
  if (value > 0) {
    result := 1;
  } else if (value < 0) {
    result := -1;
  }
}

procedure main(a: int) {
  var s: int;

  call s := sign(a);
  assert a > 0 ==> s == 1;
  call s := sign(-a);
  assert a > 0 ==> s == -1;
}
