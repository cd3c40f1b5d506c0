// verdict: TRUE
// All preconditions are met, one of them because of the postcondition of an earlier call.
procedure open(name: int) returns (handle: int);
  ensures handle >= -1;

procedure read(handle: int) returns (data: int);
  requires handle >= 0;

procedure close(handle: int);
  requires handle != -1;

procedure main() {
  var h, d: int;

  call h := open(7);
  if (h == -1) {
    return;
  }
  while (*) {
    call d := read(h);
  }
  call close(h);
}
