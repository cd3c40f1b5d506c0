// verdict: FALSE
// A handshake of two flags: the request is withdrawn before the acknowledgement.
procedure main() {
  var request, acknowledge: bool;

  request, acknowledge := false, false;
  while (*) {
    if (!request && !acknowledge) {
      request := true;
    } else if (request && !acknowledge) {
      acknowledge := true;
    } else if (request) {
      request := false;
    }
    assert acknowledge ==> request;
  }
}
