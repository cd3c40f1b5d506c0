// verdict: FALSE
// The axiom speaks of two steps at a time only; one step may lose the property.
type Node;
function next(Node) returns (Node);
function good(Node) returns (bool);
axiom (forall n: Node :: good(n) ==> good(next(next(n))));

procedure main(start: Node) {
  var n: Node;

  assume good(start);
  n := start;
  while (*) {
    n := next(n);
  }
  assert good(n);
}
