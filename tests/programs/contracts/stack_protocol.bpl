// verdict: TRUE
// A stack behind contracts: pushes and pops in balance keep the depth.
var depth: int;

procedure push(x: int);
  modifies depth;
  ensures depth == old(depth) + 1;

procedure pop() returns (x: int);
  requires depth > 0;
  modifies depth;
  ensures depth == old(depth) - 1;

procedure main()
  modifies depth;
{
  var d, x: int;

  assume depth >= 0;
  d := depth;
  while (*) {
    call push(1);
    if (*) {
      call push(2);
      call x := pop();
    }
    call x := pop();
  }
  assert depth == d;
}
