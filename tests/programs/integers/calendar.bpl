// verdict: TRUE
// The rule for leap years in two forms, by div and mod.
function leap(y: int) returns (bool) {
  y mod 4 == 0 && (y mod 100 != 0 || y mod 400 == 0)
}

procedure main(y: int) {
  assume 1583 <= y && y <= 3000;
  if (y mod 100 == 0) {
    assert leap(y) <==> (y div 100) mod 4 == 0;
  } else {
    assert leap(y) <==> y mod 4 == 0;
  }
}
