// verdict: TRUE
// A loop with a small bound fills a map; a second one scans it.
procedure main() {
  var a: [int]int;
  var i: int;

  i := 0;
  while (i < 4) {
    a[i] := i * i;
    i := i + 1;
  }
  i := 0;
  while (i < 4) {
    assert a[i] == i * i;
    i := i + 1;
  }
}
