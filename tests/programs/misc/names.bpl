// verdict: TRUE
// Identifiers with the special characters that Boogie allows, and comments of both kinds.
var $heap#1: int;

/* A block comment
   over two lines. */
procedure main.start~proc(in?x: int) returns (#res: int) {
  var _a', b^c, d`e: int; // names with marks

  _a' := in?x;
  b^c := _a' + 1;
  d`e := b^c;
  #res := d`e - 1;
  assert #res == in?x;
}
