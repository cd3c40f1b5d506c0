// verdict: FALSE
// Compares signed where unsigned was meant: a length above 127 passes the check.
function {:bvbuiltin "bvsle"} sle(bv8, bv8) returns (bool);
function {:bvbuiltin "bvule"} ule(bv8, bv8) returns (bool);

procedure main(length: bv8) {
  if (sle(length, 64bv8)) {
    assert ule(length, 64bv8);
  }
}
