// verdict: FALSE
// The middle of two signed bytes by addition overflows and becomes negative.
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvsdiv"} sdiv(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvsle"} sle(bv8, bv8) returns (bool);

procedure main(low: bv8, high: bv8) {
  var middle: bv8;

  assume sle(0bv8, low) && sle(low, high);
  middle := sdiv(add(low, high), 2bv8);
  assert sle(low, middle) && sle(middle, high);
}
