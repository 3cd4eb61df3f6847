import OAuthCore

/// Ends the process if a property doesn't hold; libFuzzer then saves the input.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("property broken: \(property())") }
}

/// Requires that an error has a code and sentences, no character that controls a terminal, and no
/// secret.
func requireSafe(_ error: any ExplainedError, hiding secrets: [Secret] = []) {
  require(!error.code.isEmpty && !error.explanation.isEmpty && !error.remedy.isEmpty, "an error explains itself")
  requireSafe("\(error)", hiding: secrets, of: "an error's description")
}

/// Requires that a text is safe in logs and on screens.
func requireSafe(_ text: String, hiding secrets: [Secret] = [], of what: String) {
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      require(false, "\(what) has no character that isn't safe to show: \(scalar.value)")
    default: break
    }
  }
  // An answer may have a megabyte, but the text that shows it must be short.
  require(text.unicodeScalars.count <= 2_000, "\(what) is short: \(text.unicodeScalars.count)")
  for secret in secrets { require(!text.contains(secret.reveal()), "\(what) contains no secret") }
}
