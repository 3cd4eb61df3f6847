/// Returns the output of `dump`.
func dumped<Value>(_ value: Value) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}
