// verdict: FALSE
// The loop writes at index n of a buffer with n cells.
procedure main(n: int) {
  var buffer: [int]int;
  var i: int;

  assume n >= 1;
  i := 0;
  while (i <= n) {
    assert 0 <= i && i < n;
    buffer[i] := 0;
    i := i + 1;
  }
}
