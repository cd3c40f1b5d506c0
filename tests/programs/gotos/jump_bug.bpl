// verdict: FALSE
// A failure jumps to the wrong label and leaks the memory.
procedure main() {
  var memory, file: bool;

  memory, file := false, false;
  memory := true;
  goto fail, have_file;
have_file:
  file := true;
  file := false;
  memory := false;
fail:
  assert !memory && !file;
}
