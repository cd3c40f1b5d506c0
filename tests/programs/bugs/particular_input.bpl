// verdict: FALSE
// The loop and one particular input are needed together: the input decides the round.
procedure main(secret: int) {
  var i: int;
  var armed: bool;

  assume 2 <= secret && secret <= 100;
  i := 0;
  armed := false;
  while (i < 4) {
    if (3 * i + 1 == secret) {
      armed := true;
    }
    i := i + 1;
  }
  assert armed ==> secret == 4 || secret == 7;
}
