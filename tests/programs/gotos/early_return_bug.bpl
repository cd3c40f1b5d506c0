// verdict: FALSE
// One of the early returns forgets to set the result.
procedure clamp(x: int) returns (y: int)
  ensures 0 <= y && y <= 255;
{
  if (x < 0) {
    return;
  }
  y := if x > 255 then 255 else x;
}
