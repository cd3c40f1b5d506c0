// verdict: TRUE
// A fill loop of any length with its quantified invariant given.
procedure main(n: int) {
  var a: [int]int;
  var i: int;

  assume n >= 0;
  i := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant (forall j: int :: 0 <= j && j < i ==> a[j] == 42);
  {
    a[i] := 42;
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j < n ==> a[j] == 42);
}
