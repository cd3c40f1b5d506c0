// verdict: FALSE
// The same account is credited twice because a helper also calls the logger that credits.
var balance: int;

procedure log_and_credit(amount: int)
  modifies balance;
{
  balance := balance + amount;
}

procedure deposit(amount: int)
  modifies balance;
{
  balance := balance + amount;
  if (amount > 1000) {
    call log_and_credit(amount);
  }
}

procedure main(amount: int)
  requires amount > 0;
  modifies balance;
{
  var before: int;

  before := balance;
  call deposit(amount);
  assert balance == before + amount;
}
