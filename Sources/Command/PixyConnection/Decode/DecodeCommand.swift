package import ArgumentParser
internal import FoundationBasics
internal import JOSE
internal import OAuth
internal import OAuthCore
package import PixyTerminal

/// `pixy decode`: shows what a token contains and verifies it.
package struct DecodeCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Show a token's contents and verify it.",
    discussion: """
      Reads a token from standard input, never from an argument. Prints its kind (ID token, access token, DPoP proof, \
      logout token, …), its contents, and whether it is verified. If it is not verified, prints why.

      The exit status is 0 if the token is verified: its signature is valid and no other check failed. Otherwise, or \
      if there was no key to check the signature with, the exit status is 1. With --unverified it is 0 in these cases \
      too.
      """
  ).withExamples(of: "decode")

  @Option(help: "Issuer that the token must come from. Its published keys are fetched.")
  var issuer: String?

  @Option(help: "File with the public key: a JWK, a JWK Set, or PEM.")
  var keyFile: String?

  @Option(help: "File with the client secret, for tokens signed with it (HS256, HS384, HS512).")
  var secretFile: String?

  @Option(
    help: "File with the private key (PEM or JWK) that decrypts an encrypted token. Its content is then verified.",
    completion: .file())
  var decryptionKeyFile: String?

  @Option(help: "Audience (aud) that the token must name. Repeatable; one match is enough.")
  var audience: [String] = []

  @Option(
    name: .customLong("alg"),
    help: "Signature algorithm to accept. Repeatable. Default: all public-key algorithms without ML-DSA.")
  var algorithms: [String] = []

  @Flag(help: "Fetch nothing and check no signature. The exit status is 0.")
  var unverified = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  package func validate() throws {
    if let issuer, let problem = ServerAddressOptions.problem(of: issuer) { throw ValidationError(problem) }
    guard keyFile == nil || secretFile == nil else {
      throw ValidationError("Give --key-file or --secret-file, not both.")
    }
    guard !unverified || (issuer == nil && keyFile == nil && secretFile == nil) else {
      throw ValidationError("--unverified checks no signature; leave out the key and the issuer.")
    }
    guard keyFile != "-", secretFile != "-", decryptionKeyFile != "-" else {
      throw ValidationError("The token is read from standard input; give a file for the key.")
    }
    for name in algorithms where SignatureAlgorithm(rawValue: name) == nil {
      throw ValidationError(
        """
        \(name) is not a signature algorithm. Use one of \
        \(SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")).
        """
      )
    }
  }

  package func run(on console: Console) async throws {
    let token = try decrypted(try Self.token())
    let decodedToken = DecodedToken(token)
    let now = Date()
    let checks = try await verification().checks(of: token, decodedToken, now: now)
    let report = TokenReport(decoded: decodedToken, checks: checks, now: now)
    if json {
      console.result(report.json.shownText)
    } else {
      for line in report.lines { console.result(line) }
    }
    guard report.isVerified || unverified else { throw ExitStatus.failure }
  }

  /// Reads the token as users paste it: with white space around it, or with the scheme's name
  /// before it.
  private static func token() throws -> Secret {
    let text = try SecretInput.read("-", asking: "The token").reveal()
    let words = text.split(whereSeparator: \.isWhitespace)
    let schemes = ["bearer", "dpop"]
    let rest = words.count == 2 && schemes.contains(words[0].lowercased()) ? words.dropFirst() : words[...]
    guard rest.count == 1, let token = rest.first else {
      throw ValidationError(
        "Standard input has \(words.isEmpty ? "no token" : "more than one word"). Give exactly one token.")
    }
    return Secret(String(token))
  }

  /// Returns the content of an encrypted token, and every other token as it is.
  private func decrypted(_ token: Secret) throws -> Secret {
    guard let decryptionKeyFile, JWTDecryption.isEncrypted(token) else { return token }
    let content = try JWTDecryption(keyText: try SecretInput.read(decryptionKeyFile)).decrypted(token)
    Console.standard.say("The token is decrypted. This is its content:")
    return content
  }

  private func verification() async throws -> TokenVerification {
    let issuer = try issuer.map { text throws(URIError) in try Issuer(text) }
    let namedAlgorithms = Set(algorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
    // A secret verifies HMAC signatures only, and a public key verifies all others (RFC 8725 §3.1).
    let fitting = SignatureAlgorithm.allCases.filter { $0.isSymmetric == (secretFile != nil) }
    let usual = secretFile == nil ? SignatureAlgorithm.asymmetric : Set(fitting)
    let (keys, documentIssuer) = try await keys(of: issuer)
    return TokenVerification(
      keys: keys, issuer: documentIssuer ?? issuer, audience: Set(audience),
      algorithms: namedAlgorithms.isEmpty ? usual : namedAlgorithms.intersection(fitting))
  }

  /// Returns the keys and, if they were found through the issuer's metadata, the spelling of the issuer
  /// there, which tokens have.
  private func keys(of issuer: Issuer?) async throws -> (TokenVerification.Keys, Issuer?) {
    if let secretFile { return (.given(JSONWebKeySet([JSONWebKey(secret: try SecretInput.read(secretFile))])), nil) }
    if let keyFile { return (.given(try PublicKeyFile.keys(keyFile)), nil) }
    guard let issuer else { return (.none, nil) }
    let transport = try connection.transport()
    let metadata = try await AuthorizationServerMetadata.discover(issuer, through: transport)
    guard let address = metadata.jwksURI else {
      Console.standard.say("\(issuer) publishes no keys (jwks_uri).")
      return (.none, metadata.issuer)
    }
    return (.published(RemoteKeySet(address, through: transport)), metadata.issuer)
  }
}
