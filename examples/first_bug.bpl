// verdict: FALSE
// A first bug: "Celsius and Fahrenheit never show the same number". They do, at exactly one temperature.
procedure thermometer() {
  var celsius, fahrenheit: int;

  havoc celsius, fahrenheit;
  assume 5 * (fahrenheit - 32) == 9 * celsius;
  if (celsius < 0) {
    assert fahrenheit != celsius;
  } else {
    assert fahrenheit > celsius;
  }
}
