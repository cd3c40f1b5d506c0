// verdict: TRUE
// if-then-else between maps, and a read from the result.
procedure main(a: [int]int, b: [int]int, c: bool, i: int) {
  var m: [int]int;

  m := if c then a else b[i := 0];
  assert c ==> m == a;
  assert !c ==> m[i] == 0;
  assert (if c then a else b)[i] == (if c then a[i] else b[i]);
}
