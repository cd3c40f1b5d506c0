// verdict: TRUE
// return in the middle of a body still has to meet the postcondition.
procedure clamp(x: int) returns (y: int)
  ensures 0 <= y && y <= 255;
{
  y := 0;
  if (x < 0) {
    return;
  }
  y := 255;
  if (x > 255) {
    return;
  }
  y := x;
}
