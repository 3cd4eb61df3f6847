internal import ArgumentParser
internal import JOSE
internal import OAuth
internal import OAuthCore
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `pixy decode`: what a token is, and whether it is to be believed.
struct DecodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Show what is in a token, and verify it.",
    discussion: """
      Reads a token from standard input, never from an argument, and says what it is (ID token, access token, DPoP proof, logout \
      token, …), what is in it, and whether it is verified, and if not, why.

      The exit status is 0 if the token is verified: the signature is right and nothing that was checked is wrong. It is 1 \
      otherwise, also if there was no key to check it with; with --unverified it is 0 then.
      """)

  @Option(help: "The issuer that the token must be from; its published keys are fetched.")
  var issuer: String?

  @Option(help: "A file with the public key: a JWK, a JWK Set, or PEM.")
  var keyFile: String?

  @Option(help: "A file with the client secret, for tokens that are signed with it (HS256 and its like).")
  var secretFile: String?

  @Option(help: "Whom the token must be for (aud); repeat it for several, of which one is enough.")
  var audience: [String] = []

  @Option(
    name: .customLong("alg"),
    help: "An algorithm that is allowed; repeat it for more. Without it all with a public key.")
  var algorithms: [String] = []

  @Flag(help: "Ask nobody and check no signature; the exit status is 0 all the same.")
  var unverified = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard keyFile == nil || secretFile == nil else {
      throw ValidationError("Give --key-file or --secret-file, not both.")
    }
    guard !unverified || (issuer == nil && keyFile == nil && secretFile == nil) else {
      throw ValidationError("--unverified goes with no key and no issuer.")
    }
    guard keyFile != "-", secretFile != "-" else { throw ValidationError("Standard input is for the token.") }
    for name in algorithms where SignatureAlgorithm(rawValue: name) == nil {
      throw ValidationError(
        "\(name) is no algorithm for signatures; there are \(SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let token = try Self.token()
      let decoded = DecodedToken(token)
      let now = Date()
      let checks = try await verification().checks(of: token, decoded, now: now)
      let report = TokenReport(decoded: decoded, checks: checks, now: now)
      if json {
        console.result(report.json.shownText)
      } else {
        for line in report.lines { console.result(line) }
      }
      guard report.isVerified || unverified else { throw ExitStatus.failure }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  /// What people paste: with white space around it, or with the name of the scheme before it.
  private static func token() throws -> Secret {
    let text = try SecretInput.read("-", asking: "The token").reveal()
    let words = text.split(whereSeparator: \.isWhitespace)
    let schemes = ["bearer", "dpop"]
    let rest = words.count == 2 && schemes.contains(words[0].lowercased()) ? words.dropFirst() : words[...]
    guard rest.count == 1, let token = rest.first else {
      throw ValidationError("Standard input has \(words.isEmpty ? "no token" : "more than one word").")
    }
    return Secret(String(token))
  }

  private func verification() async throws -> TokenVerification {
    let issuer = try issuer.map { text throws(URIError) in try Issuer(text) }
    let named = Set(algorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
    // A secret checks what is signed with it, a public key the rest, and neither is tried in the other's place (RFC 8725 §3.1).
    let fitting = SignatureAlgorithm.asymmetric
    let allowed = secretFile == nil ? fitting : Set(SignatureAlgorithm.allCases).subtracting(fitting)
    return TokenVerification(
      keys: try await keys(of: issuer), issuer: issuer, audience: Set(audience),
      algorithms: named.isEmpty ? allowed : named.intersection(allowed))
  }

  private func keys(of issuer: Issuer?) async throws -> TokenVerification.Keys {
    if let secretFile { return .given(JSONWebKeySet([JSONWebKey(secret: try SecretInput.read(secretFile))])) }
    if let keyFile { return .given(try KeyFile.keys(keyFile)) }
    guard let issuer else { return .none }
    let transport = try connection.transport()
    let metadata = try await AuthorizationServerMetadata.discover(issuer, through: transport)
    guard let address = metadata.jwksURI else {
      Console.standard.say("\(issuer) names no keys (jwks_uri).")
      return .none
    }
    return .published(RemoteKeySet(address, through: transport))
  }
}
