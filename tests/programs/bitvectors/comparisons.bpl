// verdict: TRUE
// All eight comparisons against each other.
function {:bvbuiltin "bvult"} ult(bv8, bv8) returns (bool);
function {:bvbuiltin "bvule"} ule(bv8, bv8) returns (bool);
function {:bvbuiltin "bvugt"} ugt(bv8, bv8) returns (bool);
function {:bvbuiltin "bvuge"} uge(bv8, bv8) returns (bool);
function {:bvbuiltin "bvslt"} slt(bv8, bv8) returns (bool);
function {:bvbuiltin "bvsle"} sle(bv8, bv8) returns (bool);
function {:bvbuiltin "bvsgt"} sgt(bv8, bv8) returns (bool);
function {:bvbuiltin "bvsge"} sge(bv8, bv8) returns (bool);

procedure main(x: bv8, y: bv8) {
  assert ult(x, y) <==> ugt(y, x);
  assert ule(x, y) <==> !ugt(x, y);
  assert uge(x, y) <==> ugt(x, y) || x == y;
  assert slt(x, y) <==> !sge(x, y);
  assert sle(x, y) && sgt(x, y) ==> false;
  assert x[8:7] == y[8:7] ==> (ult(x, y) <==> slt(x, y));
  assert slt(128bv8, 127bv8) && ult(127bv8, 128bv8);
}
