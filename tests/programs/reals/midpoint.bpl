// verdict: TRUE
// The midpoint of two different reals lies strictly between them.
procedure main(a: real, b: real) {
  var m: real;

  assume a < b;
  m := (a + b) / 2.0;
  assert a < m && m < b;
}
