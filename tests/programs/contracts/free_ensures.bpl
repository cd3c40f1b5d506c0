// verdict: TRUE
// free postconditions are assumed by the caller; free preconditions are not checked at the call.
procedure fetch(x: int) returns (y: int);
  free requires x > 0;
  free ensures y > x;
  ensures y != 7;

procedure main(a: int) {
  var b: int;

  assume a > 0;
  call b := fetch(a);
  assert b > 1;
  assert b != 7;
}
