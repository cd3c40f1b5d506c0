// verdict: TRUE
// The Boolean connectives and their precedences.
procedure main(p: bool, q: bool, r: bool) {
  assert p && q ==> p || r;
  assert (p ==> q ==> r) <==> (p && q ==> r);
  assert p <==> q <==> (q <==> p) || false;
  assert !(p && q) <==> !p || !q;
  assert (if p then q else r) == ((p && q) || (!p && r));
}
