// verdict: TRUE
// Calls change a global variable in a loop; locals of the caller are untouched.
var balance: int;

procedure deposit(amount: int)
  modifies balance;
{
  if (amount > 0) {
    balance := balance + amount;
  }
}

procedure main(amount: int)
  modifies balance;
{
  var before: int;

  assume before <= balance;
  while (*) {
    call deposit(amount);
  }
  assert balance >= before;
}
