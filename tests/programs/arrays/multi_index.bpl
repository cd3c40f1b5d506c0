// verdict: TRUE
// A map with two indices is not symmetric, and each pair of indices is its own cell.
procedure main(x: int, y: int) {
  var grid: [int, int]int;

  grid[x, y] := 1;
  if (x != y) {
    grid[y, x] := 2;
    assert grid[x, y] == 1;
  }
  assert grid[x, y] == 1;
  grid := grid[x, y := 3];
  assert grid[x, y] == 3;
}
