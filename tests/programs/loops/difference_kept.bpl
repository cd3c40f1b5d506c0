// verdict: TRUE
// A loop that changes two variables by an arbitrary but equal amount keeps their order.
procedure main() {
  var low, high, shift: int;

  assume low < high;
  while (*) {
    havoc shift;
    low := low + shift;
    high := high + shift;
  }
  assert low < high;
}
