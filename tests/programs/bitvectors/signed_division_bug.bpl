// verdict: FALSE
// Takes the arithmetic shift for a signed division by two; odd negative numbers differ.
function {:bvbuiltin "bvsdiv"} sdiv(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvashr"} ashr(bv8, bv8) returns (bv8);

procedure main(x: bv8) {
  assert sdiv(x, 2bv8) == ashr(x, 1bv8);
}
