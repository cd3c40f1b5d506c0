// verdict: TRUE
// A function that is defined by axioms, unfolded three times.
function sum([int]int, int) returns (int);
axiom (forall a: [int]int :: {sum(a, 0)} sum(a, 0) == 0);
axiom (forall a: [int]int, n: int :: {sum(a, n)} n > 0 ==> sum(a, n) == sum(a, n - 1) + a[n - 1]);

procedure main(a: [int]int) {
  assume a[0] == 4 && a[1] == 5 && a[2] == 6;
  assert sum(a, 3) == 15;
}
