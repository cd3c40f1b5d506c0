// verdict: FALSE
// A four-bit counter reaches zero again after sixteen rounds.
function {:bvbuiltin "bvadd"} add(bv4, bv4) returns (bv4);

procedure main() {
  var c: bv4;

  c := 1bv4;
  while (*) {
    c := add(c, 1bv4);
    assert c != 0bv4;
  }
}
