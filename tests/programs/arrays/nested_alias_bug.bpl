// verdict: FALSE
// Nested maps: rows that are selected through another map may coincide.
procedure main(p: int, q: int) {
  var row: [int]int;
  var heap: [int][int]int;

  assume p != q;
  heap[row[p]][0] := 1;
  heap[row[q]][0] := 2;
  assert heap[row[p]][0] == 1;
}
