// verdict: TRUE
// A tank under a controller: the level stays within its bounds in an unbounded loop.
procedure main() {
  var level, flow: real;

  level := 5.0;
  while (*) {
    havoc flow;
    assume -1.5 <= flow && flow <= 1.5;
    if (level + flow >= 0.5 && level + flow <= 9.5) {
      level := level + flow;
    }
    assert 0.5 <= level && level <= 9.5;
  }
}
