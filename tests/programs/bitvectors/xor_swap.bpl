// verdict: TRUE
// Swapping two words by three exclusive ors.
function {:bvbuiltin "bvxor"} xor(bv32, bv32) returns (bv32);

procedure main(a: bv32, b: bv32) {
  var x, y: bv32;

  x, y := a, b;
  x := xor(x, y);
  y := xor(x, y);
  x := xor(x, y);
  assert x == b && y == a;
}
