// verdict: FALSE
// The given invariant does not hold on entry, although the body would establish it.
procedure main(x0: int) {
  var x: int;

  x := x0;
  while (*)
    invariant x > 0;
  {
    x := 5;
  }
}
