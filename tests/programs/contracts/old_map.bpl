// verdict: TRUE
// old() of a map: everything but one cell is as it was.
var heap: [int]int;

procedure write(p: int, v: int)
  modifies heap;
  ensures heap == old(heap)[p := v];
  ensures (forall q: int :: q != p ==> heap[q] == old(heap)[q]);
{
  heap[p] := v - 1;
  heap[p] := heap[p] + 1;
}
