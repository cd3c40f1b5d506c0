// verdict: TRUE
// A cell that the loop skips by its guard keeps its value.
procedure main(keep: int) {
  var flag: [int]bool;
  var i: int;

  flag[keep] := true;
  while (*) {
    havoc i;
    if (i != keep) {
      flag[i] := false;
    }
  }
  assert flag[keep];
}
