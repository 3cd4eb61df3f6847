internal import Crypto
internal import OAuth
internal import OAuthCore

extension AccountRecord {
  /// The command that signs in again in the same way. FILE stands for the names of files with
  /// secrets and keys, which aren't stored.
  var loginCommand: String { (["pixy"] + arguments).map(ShellWord.quoted).joined(separator: " ") }

  /// The arguments of ``loginCommand``.
  var arguments: [String] {
    // The resource's URL finds the server, and the client that is registered there.
    let place = isByResource ? resources.first : nil
    var named = server
    if let place { named.issuer = place }
    var words = ["login"] + named.arguments
    if grant != .code { words += ["--grant", grant.rawValue] }
    words += client.arguments(isRegistered: isRegistered, isFound: place != nil)
    if isBound { words.append("--dpop") }
    if !scope.isEmpty { words += ShellWord.option("--scope", scope.parameter) }
    for resource in resources where resource != place { words += ["--resource", resource] }
    words += options
    if let profile { words += ["--profile", profile] }
    if let name { words += ShellWord.option("--name", name) }
    for origin in origins { words += ["--origin", origin] }
    return words
  }

  /// Computes the value of ``request`` for this sign-in.
  ///
  /// - Parameter further: Further arguments that distinguish the request.
  func digest(_ further: [String]) -> String {
    // Arguments contain no NUL.
    SHA256.hash(data: Array((arguments + further).joined(separator: "\0").utf8))
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension ClientChoice {
  /// Returns the command-line options for this client.
  ///
  /// - Parameters:
  ///   - isRegistered: Whether a sign-in registered the client.
  ///   - isFound: Whether the sign-in finds or registers the client without an option.
  fileprivate func arguments(isRegistered: Bool, isFound: Bool) -> [String] {
    var words = isFound ? [] : isRegistered ? ["--register"] : ShellWord.option("--client-id", id)
    let defaultMethod: ClientOptions.Method =
      secret != nil && !isRegistered ? .clientSecretBasic : key != nil ? .privateKeyJWT : .none
    if let method, method != defaultMethod { words += ["--client-auth", method.rawValue] }
    if secret != nil, !isRegistered { words += ["--client-secret-file", "FILE"] }
    if key != nil { words += ["--client-key-file", "FILE"] }
    if let keyID { words += ShellWord.option("--client-key-id", keyID) }
    if let algorithm { words += ["--client-alg", algorithm] }
    if audience != .issuer { words += ["--assertion-audience", audience.rawValue] }
    for algorithm in idTokenAlgorithms { words += ["--id-token-alg", algorithm] }
    for audience in trustedAudiences { words += ShellWord.option("--trusted-audience", audience) }
    if decryptionKey != nil { words += ["--decryption-key-file", "FILE"] }
    return words
  }
}

extension GrantOptions {
  /// These options as arguments, with FILE for the names of files.
  var arguments: [String] {
    var words = audience.flatMap { ShellWord.option("--audience", $0) }
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

extension RequestOptions {
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
