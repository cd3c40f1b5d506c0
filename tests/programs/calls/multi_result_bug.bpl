// verdict: FALSE
// The results of a call are taken in the wrong order.
procedure order(x: int, y: int) returns (lo: int, hi: int) {
  if (x <= y) {
    lo, hi := x, y;
  } else {
    lo, hi := y, x;
  }
}

procedure main(a: int, b: int) {
  var hi, lo: int;

  call hi, lo := order(a, b);
  assert lo <= hi;
}
