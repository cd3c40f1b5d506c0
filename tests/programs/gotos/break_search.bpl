// verdict: TRUE
// Leaving a search loop by break; the flag says why the loop ended.
procedure main(a: [int]int, n: int, key: int) {
  var i: int;
  var found: bool;

  i := 0;
  found := false;
  while (i < n) {
    if (a[i] == key) {
      found := true;
      break;
    }
    i := i + 1;
  }
  assert found ==> a[i] == key;
}
