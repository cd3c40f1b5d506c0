// verdict: TRUE
// An inverse makes a function injective; different elements stay different in a loop.
type Key;
function code(Key) returns (int);
function decode(int) returns (Key);
axiom (forall k: Key :: {code(k)} decode(code(k)) == k);

procedure main(k: Key, l: Key) {
  var used: [int]bool;
  var m: Key;

  assume k != l;
  assert code(k) != code(l);
  used[code(k)] := true;
  while (*) {
    havoc m;
    assume m != k;
    used[code(m)] := false;
  }
  assert used[code(k)];
}
