// verdict: FALSE
// The given invariant holds at first and is violated in the third round.
procedure main() {
  var i, x: int;

  i := 0;
  x := 1;
  while (i < 10)
    invariant x <= 4;
  {
    x := x * 2;
    i := i + 1;
  }
}
