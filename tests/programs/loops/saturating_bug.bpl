// verdict: FALSE
// The counter is cut off at the wrong side: it goes below zero.
procedure main() {
  var level: int;

  level := 10;
  while (*) {
    level := level - 3;
    if (level < -5) {
      level := 0;
    }
    assert level >= 0;
  }
}
