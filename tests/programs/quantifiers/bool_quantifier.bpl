// verdict: TRUE
// Quantification over bool and bit-vectors, with implication and equivalence.
function {:bvbuiltin "bvand"} and(bv4, bv4) returns (bv4);
function {:bvbuiltin "bvule"} ule(bv4, bv4) returns (bool);

procedure main(m: bv4) {
  assert (forall p: bool, q: bool :: (p ==> q) <==> (!q ==> !p));
  assert (forall x: bv4 :: ule(and(x, m), m));
  assert (exists x: bv4 :: and(x, m) == 0bv4);
}
