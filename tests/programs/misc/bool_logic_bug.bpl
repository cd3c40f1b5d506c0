// verdict: FALSE
// Implication is not associative to the left.
procedure main(p: bool, q: bool, r: bool) {
  assert (p ==> q ==> r) <==> ((p ==> q) ==> r);
}
