// verdict: TRUE
// The lowest bit stays clear in an unbounded loop that adds two, across the wrap-around.
function {:bvbuiltin "bvadd"} add(bv32, bv32) returns (bv32);

procedure main() {
  var x: bv32;

  x := 0bv32;
  while (*) {
    x := add(x, 2bv32);
  }
  assert x[1:0] == 0bv1;
}
