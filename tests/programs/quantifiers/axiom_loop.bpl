// verdict: TRUE
// A predicate that an axiom preserves: every step of an unbounded loop keeps it.
type Node;
function next(Node) returns (Node);
function good(Node) returns (bool);
axiom (forall n: Node :: {next(n)} good(n) ==> good(next(n)));

procedure main() {
  var n: Node;

  assume good(n);
  while (*) {
    n := next(n);
  }
  assert good(n);
}
