// verdict: FALSE
// The caller violates a precondition at the second call.
procedure sqrt(x: int) returns (r: int);
  requires x >= 0;
  ensures r >= 0;
  ensures r * r <= x;

procedure main(a: int) {
  var r: int;

  assume a >= -1;
  if (a >= 0) {
    call r := sqrt(a);
  }
  call r := sqrt(a + 1);
  call r := sqrt(a);
}
