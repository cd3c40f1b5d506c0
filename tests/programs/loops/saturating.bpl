// verdict: TRUE
// A saturating counter never leaves its bounds.
procedure main() {
  var level: int;

  assume 0 <= level && level <= 100;
  while (*) {
    if (*) {
      level := level + 7;
      if (level > 100) {
        level := 100;
      }
    } else {
      level := level - 9;
      if (level < 0) {
        level := 0;
      }
    }
  }
  assert 0 <= level && level <= 100;
}
