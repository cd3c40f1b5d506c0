// verdict: FALSE
// A checksum by addition does not notice that two bytes were exchanged; the exclusive or neither.
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvxor"} xor(bv8, bv8) returns (bv8);

procedure main(a: bv8, b: bv8, c: bv8, d: bv8) {
  assume a != c || b != d;
  assume add(a, b) == add(c, d);
  assert xor(a, b) != xor(c, d);
}
