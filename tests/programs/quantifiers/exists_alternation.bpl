// verdict: TRUE
// Alternating quantifiers over integers: no largest number, but a smallest natural number.
procedure main() {
  assert (forall x: int :: (exists y: int :: y > x));
  assert (exists x: int :: x >= 0 && (forall y: int :: y >= 0 ==> x <= y));
  assert !(exists x: int :: (forall y: int :: x <= y));
}
