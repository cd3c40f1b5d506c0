// verdict: TRUE
// The three shifts, also by the width or more.
function {:bvbuiltin "bvshl"} shl(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvlshr"} lshr(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvashr"} ashr(bv8, bv8) returns (bv8);

procedure main(x: bv8) {
  assert shl(129bv8, 1bv8) == 2bv8;
  assert lshr(129bv8, 1bv8) == 64bv8;
  assert ashr(129bv8, 1bv8) == 192bv8;
  assert shl(x, 8bv8) == 0bv8;
  assert lshr(x, 9bv8) == 0bv8;
  assert ashr(128bv8, 200bv8) == 255bv8;
  assert lshr(shl(x, 4bv8), 4bv8) == 0bv4 ++ x[4:0];
}
