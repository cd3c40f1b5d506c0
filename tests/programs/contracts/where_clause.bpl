// verdict: TRUE
// where clauses hold on entry and after each havoc.
var size: int where size >= 0;

procedure main()
  modifies size;
{
  var index: int where 0 <= index && index < 8;
  var i: int;

  assert size >= 0;
  assert index < 8;
  i := index;
  havoc index;
  assert index >= 0;
  havoc size;
  assert size + i >= 0;
}
