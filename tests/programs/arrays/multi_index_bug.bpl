// verdict: FALSE
// Forgets that the transposed cell is the same one on the diagonal.
procedure main(x: int, y: int) {
  var grid: [int, int]bool;

  grid[x, y] := true;
  grid[y, x] := false;
  assert grid[x, y];
}
