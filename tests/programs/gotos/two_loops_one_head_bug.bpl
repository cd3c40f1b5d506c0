// verdict: FALSE
// Two loops share one head; only their combination reaches the bad state.
procedure main() {
  var x, y: int;

  x, y := 0, 0;
head:
  goto first, second, out;
first:
  x := x + 2;
  goto head;
second:
  y := x - 1;
  goto head;
out:
  assert y <= 0;
}
