// verdict: TRUE
// Extraction (the upper bound is excluded) and concatenation: reversing the bytes of a word twice.
function reverse(x: bv32) returns (bv32) {
  x[8:0] ++ x[16:8] ++ x[24:16] ++ x[32:24]
}

procedure main(x: bv32) {
  assert reverse(287454020bv32) == 1144201745bv32;
  assert reverse(reverse(x)) == x;
  assert x[32:16] ++ x[16:0] == x;
  assert x[5:4] == 1bv1 ==> x != 0bv32;
}
