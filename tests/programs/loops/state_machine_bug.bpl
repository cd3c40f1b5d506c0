// verdict: FALSE
// A vending machine: a drink does not always use up the credit, so one coin may pay for two.
procedure main() {
  var credit, coins, drinks: int;

  credit, coins, drinks := 0, 0, 0;
  while (*) {
    if (*) {
      credit := credit + 1;
      coins := coins + 1;
    } else if (credit > 0) {
      drinks := drinks + 1;
      if (*) {
        credit := credit - 1;
      }
    }
    assert drinks <= coins;
  }
}
