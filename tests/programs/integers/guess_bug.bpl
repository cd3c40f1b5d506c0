// verdict: FALSE
// One input in four billion, found by arithmetic and not by search.
procedure main(x: int) {
  assume 0 <= x && x < 4294967296;
  if (x mod 65536 == 4660) {
    if (x div 65536 == 22136) {
      assert false;
    }
  }
}
