// verdict: TRUE
// Counting leading positions of a byte takes at most eight rounds.
function {:bvbuiltin "bvlshr"} lshr(bv8, bv8) returns (bv8);

procedure main(x: bv8) {
  var y: bv8;
  var n: int;

  y := x;
  n := 0;
  while (y != 0bv8) {
    y := lshr(y, 1bv8);
    n := n + 1;
  }
  assert n <= 8;
}
