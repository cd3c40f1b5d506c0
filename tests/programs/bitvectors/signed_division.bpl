// verdict: TRUE
// bvsdiv truncates; the sign of bvsrem follows the dividend, that of bvsmod the divisor.
function {:bvbuiltin "bvsdiv"} sdiv(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvsrem"} srem(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvsmod"} smod(bv8, bv8) returns (bv8);

procedure main() {
  // 249 is -7, 254 is -2, 253 is -3, 255 is -1
  assert sdiv(249bv8, 2bv8) == 253bv8;
  assert srem(249bv8, 2bv8) == 255bv8;
  assert smod(249bv8, 2bv8) == 1bv8;
  assert sdiv(7bv8, 254bv8) == 253bv8;
  assert srem(7bv8, 254bv8) == 1bv8;
  assert smod(7bv8, 254bv8) == 255bv8;
  assert sdiv(128bv8, 255bv8) == 128bv8;
}
