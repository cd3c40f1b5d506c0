// verdict: FALSE
// A vending machine: after a refund the credit is kept, so the machine gives two drinks for one coin.
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
