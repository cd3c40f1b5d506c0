// verdict: TRUE
// if-then-else expressions, nested, and as operands.
procedure main(x: int) {
  var sign, abs: int;

  sign := if x < 0 then -1 else if x == 0 then 0 else 1;
  abs := (if x < 0 then -x else x);
  assert abs >= 0;
  assert sign == 0 <==> abs == 0;
  assert sign > 0 ==> abs == x;
}
