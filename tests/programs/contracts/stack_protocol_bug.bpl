// verdict: FALSE
// A stack behind contracts: one path pops once too often, which an empty stack does not allow.
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
  var x: int;

  assume depth == 0;
  while (*) {
    call push(1);
    call x := pop();
    if (x == 1) {
      call x := pop();
    }
  }
}
