// verdict: TRUE
// A memory of bytes: a word that is written in little-endian order is read back.
function {:bvbuiltin "bvadd"} add(bv16, bv16) returns (bv16);

procedure main(p: bv16, word: bv16) {
  var memory: [bv16]bv8;
  var back: bv16;

  memory[p] := word[8:0];
  memory[add(p, 1bv16)] := word[16:8];
  back := memory[add(p, 1bv16)] ++ memory[p];
  assert back == word;
}
