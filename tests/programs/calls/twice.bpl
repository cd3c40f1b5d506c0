// verdict: TRUE
// A procedure that is inlined at two calls, each with its own parameters and locals.
procedure double(x: int) returns (y: int) {
  var t: int;

  t := x;
  y := t + x;
}

procedure main(a: int) {
  var b, c: int;

  call b := double(a);
  call c := double(b);
  assert c == 4 * a;
}
