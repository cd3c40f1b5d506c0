// verdict: TRUE
// Maps that agree everywhere are equal, maps that differ somewhere are not.
procedure main(a: [int]int, b: [int]int) {
  if ((forall i: int :: a[i] == b[i])) {
    assert a == b;
  }
  if (a != b) {
    assert (exists i: int :: a[i] != b[i]);
  }
}
