// verdict: TRUE
// Maps over several index sorts: bool and bit-vector indices, and a bool result.
procedure main(k: bv8) {
  var count: [bool]int;
  var seen: [bv8, bool]bool;

  count[true] := 3;
  count[false] := 4;
  assert count[k == 0bv8] >= 3;
  assert count[true] + count[false] == 7;
  seen[k, true] := true;
  seen[k, false] := false;
  assert (exists b: bool :: seen[k, b]);
  assert !(forall b: bool :: seen[k, b]);
}
