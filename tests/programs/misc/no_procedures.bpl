// verdict: TRUE
// Declarations only: there is nothing to execute.
type T;
const c: T;
var g: [T]int;
function f(T) returns (int);
axiom f(c) == 1;
