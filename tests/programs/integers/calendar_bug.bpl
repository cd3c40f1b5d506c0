// verdict: FALSE
// The rule for leap years without the exception for full centuries; between 1901 and 2199 only 2100 shows it.
procedure main(y: int) {
  var leap: bool;

  assume 1901 <= y && y <= 2199;
  leap := y mod 4 == 0;
  assert leap <==> y mod 4 == 0 && (y mod 100 != 0 || y mod 400 == 0);
}
