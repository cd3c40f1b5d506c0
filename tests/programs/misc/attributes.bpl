// verdict: TRUE
// Attributes on declarations and statements carry no meaning.
const {:note "a constant"} k: int;
axiom {:note "its value"} k == 3;
function {:inline true} triple(x: int) returns (int) {
  3 * x
}

procedure {:entrypoint} main({:param "x"} x: int) {
  assume {:partition} x >= 1;
  assert {:msg "three times at least three"} triple(x) >= k;
}
