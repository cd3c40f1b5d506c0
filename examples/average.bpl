// verdict: TRUE
// Bit-vectors: the average of two bytes without overflow, (a & b) + ((a ^ b) >> 1).
// The naive (a + b) / 2 wraps around for large bytes; this one agrees with the
// average that is computed with nine bits.
function {:bvbuiltin "bvadd"} add8(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvadd"} add9(bv9, bv9) returns (bv9);
function {:bvbuiltin "bvand"} and8(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvxor"} xor8(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvlshr"} shr8(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvlshr"} shr9(bv9, bv9) returns (bv9);

procedure average(a: bv8, b: bv8) returns (avg: bv8)
  ensures 0bv1 ++ avg == shr9(add9(0bv1 ++ a, 0bv1 ++ b), 1bv9);
{
  avg := add8(and8(a, b), shr8(xor8(a, b), 1bv8));
}
