// verdict: TRUE
// Cleanup in the style of system code: each failure jumps to the label that undoes what was done.
procedure main() {
  var memory, file: bool;

  memory, file := false, false;
  goto fail_memory, have_memory;
have_memory:
  memory := true;
  goto fail_file, have_file;
have_file:
  file := true;
  file := false;
fail_file:
  assert !file;
  memory := false;
fail_memory:
  assert !memory && !file;
}
