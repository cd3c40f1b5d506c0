// verdict: TRUE
// Constants that are only known by axioms bound a loop counter.
const limit: int;
axiom 10 <= limit && limit <= 20;

procedure main() {
  var i: int;

  assume i <= limit;
  while (i < limit) {
    i := i + 1;
  }
  assert i == limit;
  assert i >= 10 && i <= 20;
}
