// verdict: TRUE
// Addition, subtraction, multiplication and negation wrap around modulo 2^8.
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvsub"} sub(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvmul"} mul(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvneg"} neg(bv8) returns (bv8);

procedure main(x: bv8) {
  assert add(255bv8, 1bv8) == 0bv8;
  assert sub(0bv8, 1bv8) == 255bv8;
  assert mul(16bv8, 17bv8) == 16bv8;
  assert neg(128bv8) == 128bv8;
  assert add(x, neg(x)) == 0bv8;
  assert sub(add(x, 200bv8), 200bv8) == x;
}
