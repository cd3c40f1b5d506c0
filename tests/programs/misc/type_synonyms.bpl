// verdict: TRUE
// Type synonyms, also of maps and of each other, are only names.
type Ref;
type Field = int;
type Object = [Field]int;
type Heap = [Ref]Object;
const unique null: Ref;

procedure main(h: Heap, p: Ref, q: Ref) {
  var heap: Heap;
  var cell: Object;

  assume p != q && p != null;
  heap := h;
  heap[p][3] := 1;
  cell := heap[q];
  assert cell == h[q];
  assert heap[null] == h[null];
  assert heap[p][3] == 1;
}
