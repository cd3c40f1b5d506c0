// verdict: TRUE
// bvudiv and bvurem, also by zero: SMT-LIB defines them as all ones and the dividend.
function {:bvbuiltin "bvudiv"} udiv(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvurem"} urem(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvmul"} mul(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvult"} ult(bv8, bv8) returns (bool);

procedure main(x: bv8, y: bv8) {
  assert udiv(200bv8, 7bv8) == 28bv8;
  assert urem(200bv8, 7bv8) == 4bv8;
  assert udiv(x, 0bv8) == 255bv8;
  assert urem(x, 0bv8) == x;
  assert y != 0bv8 ==> ult(urem(x, y), y);
  assert add(mul(udiv(x, 10bv8), 10bv8), urem(x, 10bv8)) == x;
}
