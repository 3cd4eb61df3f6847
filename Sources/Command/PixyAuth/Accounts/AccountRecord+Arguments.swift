internal import Crypto
internal import OAuth
internal import OAuthCore
internal import PixyConnection
internal import PixyTerminal

extension AccountRecord {
  /// The command that signs in again in the same way. FILE stands for the names of files with
  /// secrets and keys, which aren't stored.
  package var loginCommand: String { (["pixy"] + arguments).map(ShellWord.quoted).joined(separator: " ") }

  /// The arguments of ``loginCommand``.
  package var arguments: [String] {
    // The resource's URL finds the server, and the client that is registered there.
    let place = isByResource ? resources.first : nil
    var named = server
    if let place { named.issuer = place }
    var words = ["login"] + named.arguments
    // --identity-provider, among the options, names the grant.
    if grant != .code, grant != .identityAssertion { words += ["--grant", grant.rawValue] }
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
    for type in bearerTypes { words += ShellWord.option("--bearer-type", type) }
    if decryptionKey != nil { words += ["--decryption-key-file", "FILE"] }
    return words
  }
}
