// verdict: FALSE
// A memory of bytes: two words that overlap by one byte.
function {:bvbuiltin "bvadd"} add(bv16, bv16) returns (bv16);

procedure main(p: bv16, q: bv16) {
  var memory: [bv16]bv8;

  assume p != q;
  memory[p] := 1bv8;
  memory[add(p, 1bv16)] := 2bv8;
  memory[q] := 3bv8;
  assert memory[add(p, 1bv16)] ++ memory[p] == 513bv16;
}
