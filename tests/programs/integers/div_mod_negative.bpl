// verdict: TRUE
// div and mod are Euclidean: the remainder is never negative, whatever the signs.
procedure main() {
  assert 7 div 2 == 3 && 7 mod 2 == 1;
  assert (-7) div 2 == -4 && (-7) mod 2 == 1;
  assert 7 div (-2) == -3 && 7 mod (-2) == 1;
  assert (-7) div (-2) == 4 && (-7) mod (-2) == 1;
  assert (-6) div 3 == -2 && (-6) mod 3 == 0;
}
