import OAuthCore

/// Ends the process, and so tells libFuzzer, if something doesn't hold that must.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("property broken: \(property())") }
}

/// What every error must keep to: words and a code, nothing that moves a terminal, and no secret.
func requireSafe(_ error: any ExplainedError, hiding secrets: [Secret] = []) {
  require(!error.code.isEmpty && !error.explanation.isEmpty && !error.remedy.isEmpty, "an error explains itself")
  requireSafe("\(error)", hiding: secrets, of: "an error's description")
}

/// What every text for logs and people must keep to.
func requireSafe(_ text: String, hiding secrets: [Secret] = [], of what: String) {
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      require(false, "\(what) has no character that isn't safe to show: \(scalar.value)")
    default: break
    }
  }
  // An answer may be a megabyte; what is shown of it may not.
  require(text.unicodeScalars.count <= 2_000, "\(what) is short: \(text.unicodeScalars.count)")
  for secret in secrets { require(!text.contains(secret.reveal()), "\(what) holds no secret") }
}
