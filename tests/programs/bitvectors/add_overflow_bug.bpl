// verdict: FALSE
// An unsigned byte overflows: x + 100 is not always above x.
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvugt"} ugt(bv8, bv8) returns (bool);

procedure main(x: bv8) {
  assert ugt(add(x, 100bv8), x);
}
