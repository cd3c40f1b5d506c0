// verdict: TRUE
// A predicate that an axiom preserves along a chain; the start of the chain is not live in the loop.
type Node;
function next(Node) returns (Node);
function good(Node) returns (bool);
axiom (forall n: Node :: {next(n)} good(n) ==> good(next(n)));

procedure main(start: Node) {
  var n: Node;

  assume good(start);
  n := start;
  while (*) {
    n := next(n);
  }
  assert good(n);
}
