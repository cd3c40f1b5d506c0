// verdict: FALSE
// Exchanging the quantifiers makes a true statement false.
procedure main() {
  assert (exists y: int :: (forall x: int :: y > x));
}
