// verdict: TRUE
// A masked index stays inside a ring buffer of sixteen entries for ever.
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvand"} and(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvult"} ult(bv8, bv8) returns (bool);

procedure main() {
  var i, step: bv8;

  i := 0bv8;
  while (*) {
    assert ult(i, 16bv8);
    havoc step;
    i := and(add(i, step), 15bv8);
  }
}
