// verdict: TRUE
// A handshake of two flags: an acknowledgement needs a request.
procedure main() {
  var request, acknowledge: bool;

  request, acknowledge := false, false;
  while (*) {
    if (!request && !acknowledge) {
      request := true;
    } else if (request && !acknowledge) {
      acknowledge := true;
    } else if (request && acknowledge) {
      request := false;
      acknowledge := false;
    } else {
      assert false;
    }
  }
}
