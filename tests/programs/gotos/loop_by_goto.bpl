// verdict: TRUE
// A loop that is made of labels.
procedure main(n: int) {
  var i: int;

  assume i <= n;
head:
  goto body, exit;
body:
  assume i < n;
  i := i + 1;
  goto head;
exit:
  assume i >= n;
  assert i == n;
}
