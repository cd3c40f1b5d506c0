// verdict: TRUE
// Zero and sign extension agree exactly on the non-negative numbers.
function {:bvbuiltin "zero_extend 8"} zext(bv8) returns (bv16);
function {:bvbuiltin "sign_extend 8"} sext(bv8) returns (bv16);
function {:bvbuiltin "bvslt"} slt8(bv8, bv8) returns (bool);
function {:bvbuiltin "bvslt"} slt16(bv16, bv16) returns (bool);

procedure main(x: bv8, y: bv8) {
  assert sext(128bv8) == 65408bv16;
  assert zext(128bv8) == 128bv16;
  assert (zext(x) == sext(x)) == !slt8(x, 0bv8);
  assert slt8(x, y) <==> slt16(sext(x), sext(y));
  assert zext(x) == 0bv8 ++ x;
}
