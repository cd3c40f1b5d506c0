// verdict: TRUE
// De Morgan, xor by and/or/not, and clearing the lowest set bit.
function {:bvbuiltin "bvand"} and(bv16, bv16) returns (bv16);
function {:bvbuiltin "bvor"} or(bv16, bv16) returns (bv16);
function {:bvbuiltin "bvxor"} xor(bv16, bv16) returns (bv16);
function {:bvbuiltin "bvnot"} not(bv16) returns (bv16);
function {:bvbuiltin "bvsub"} sub(bv16, bv16) returns (bv16);
function {:bvbuiltin "bvule"} ule(bv16, bv16) returns (bool);

procedure main(x: bv16, y: bv16) {
  assert not(and(x, y)) == or(not(x), not(y));
  assert xor(x, y) == or(and(x, not(y)), and(not(x), y));
  assert ule(and(x, sub(x, 1bv16)), x);
  assert xor(xor(x, y), y) == x;
}
