// verdict: TRUE
// A procedure with an empty body and a trivial postcondition.
procedure main(x: int) returns (y: int)
  ensures true;
{
}
