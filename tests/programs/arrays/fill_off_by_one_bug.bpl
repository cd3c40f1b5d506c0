// verdict: FALSE
// The loop stops one cell early; the scan finds the cell that was left out.
procedure main() {
  var a: [int]int;
  var i: int;

  i := 0;
  while (i < 3) {
    a[i] := 1;
    i := i + 1;
  }
  i := 0;
  while (i <= 3) {
    assert a[i] == 1;
    i := i + 1;
  }
}
