// verdict: FALSE
// Two references of a declared type may be the same one.
type Ref;
type Heap = [Ref]int;

procedure main(h: Heap, p: Ref, q: Ref) {
  var heap: Heap;

  heap := h[p := 1];
  assert heap[q] == h[q];
}
