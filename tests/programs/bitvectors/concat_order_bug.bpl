// verdict: FALSE
// Puts the halves of a word together in the wrong order.
procedure main(x: bv16) {
  var low, high: bv8;

  low := x[8:0];
  high := x[16:8];
  assert low ++ high == x;
}
