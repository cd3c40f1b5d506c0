// verdict: FALSE
// The absolute value of the smallest signed byte is negative; it is the only bad input.
function {:bvbuiltin "bvneg"} neg(bv8) returns (bv8);
function {:bvbuiltin "bvslt"} slt(bv8, bv8) returns (bool);
function {:bvbuiltin "bvsge"} sge(bv8, bv8) returns (bool);

procedure main(x: bv8) {
  var y: bv8;

  y := x;
  if (slt(x, 0bv8)) {
    y := neg(x);
  }
  assert sge(y, 0bv8);
}
