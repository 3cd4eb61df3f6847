internal import OAuthCore
internal import PixyTerminal
internal import PixyWire

extension GrantOptions {
  /// These options as arguments, with FILE for the names of files.
  var arguments: [String] {
    var words = audience.flatMap { ShellWord.option("--audience", $0) }
    if let identityProvider { words += ShellWord.option("--identity-provider", identityProvider) }
    if assertionFile != nil { words += ["--assertion-file", "FILE"] }
    if subjectTokenFile != nil { words += ["--subject-token-file", "FILE"] }
    if subjectTokenFile != nil, subjectTokenType != "access_token" {
      words += ["--subject-token-type", subjectTokenType]
    }
    if actorTokenFile != nil { words += ["--actor-token-file", "FILE"] }
    if actorTokenFile != nil, actorTokenType != "access_token" { words += ["--actor-token-type", actorTokenType] }
    if let requestedTokenType { words += ["--requested-token-type", requestedTokenType] }
    return words
  }
}

extension AuthorizationOptions {
  /// The options without a member of their own in ``AccountRecord``. Values that may be secret are
  /// left out.
  var arguments: [String] {
    var words: [String] = []
    if let claims { words += ["--claims", claims.argument] }
    for pair in namedParameters.pairs {
      let isShown = WireRedaction.sight(of: pair.name, pair.value) == .whole
      words += ["--parameter", "\(pair.name)=\(isShown ? pair.value : "VALUE")"]
    }
    if let responseMode { words += ["--response-mode", responseMode] }
    if par { words.append("--par") }
    if signedRequest { words.append("--signed-request") }
    if encryptedRequest { words.append("--encrypted-request") }
    return words
  }
}

extension BrowserOptions {
  /// The options that determine the redirect URI.
  var arguments: [String] {
    var words = port.map { ["--port", "\($0)"] } ?? []
    if redirectPath != "/callback" { words += ["--redirect-path", redirectPath] }
    if callbackFromStandardInput { words.append("--callback-from-stdin") }
    if let redirectURI { words += ["--redirect-uri", redirectURI] }
    return words
  }
}
