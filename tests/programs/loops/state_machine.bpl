// verdict: TRUE
// A traffic light: from green to red only over yellow.
procedure main() {
  var state, before: int;

  state := 0;
  before := 2;
  while (*) {
    before := state;
    if (state == 0) {
      state := 1;
    } else if (state == 1) {
      state := 2;
    } else {
      state := 0;
    }
    assert state == 2 ==> before == 1;
    assert 0 <= state && state <= 2;
  }
}
