internal import ArgumentParser
internal import JOSE
internal import Logging
internal import OAuth
internal import OAuthCore

/// Who the client is, and how it proves that.
struct ClientOptions: ParsableArguments {
  /// The values of `--client-auth`.
  enum Method: String, ExpressibleByArgument, CaseIterable {
    case none
    case clientSecretBasic = "client_secret_basic"
    case clientSecretBasicWithoutEncoding = "client_secret_basic_without_encoding"
    case clientSecretPost = "client_secret_post"
    case clientSecretJWT = "client_secret_jwt"
    case privateKeyJWT = "private_key_jwt"
    case tlsClientAuth = "tls_client_auth"
    case selfSignedTLSClientAuth = "self_signed_tls_client_auth"

    var needsSecret: Bool {
      switch self {
      case .clientSecretBasic, .clientSecretBasicWithoutEncoding, .clientSecretPost, .clientSecretJWT: true
      default: false
      }
    }
  }

  /// The values of `--assertion-audience`.
  enum Audience: String, ExpressibleByArgument, CaseIterable {
    case issuer
    case tokenEndpoint = "token_endpoint"
  }

  @Option(name: .customLong("client-id"), help: "The client id from your registration with the server.")
  var clientID: String?

  @Option(
    name: .customLong("client-auth"),
    help: "How the client proves who it is. Without it: client_secret_basic with a secret, private_key_jwt with a key.")
  var method: Method?

  @Option(
    name: .customLong("client-secret-file"),
    help: "A file with the client secret, or - for standard input; only for confidential clients.")
  var clientSecretFile: String?

  @Option(
    name: .customLong("client-key-file"),
    help:
      "A file with a private key, in PEM or as a JWK, for private_key_jwt and --signed-request; - is standard input.")
  var clientKeyFile: String?

  @Option(name: .customLong("client-key-id"), help: "The kid that the key is registered with; for keys in PEM.")
  var clientKeyID: String?

  @Option(name: .customLong("client-alg"), help: "What the key signs with, for example ES256, RS256 or EdDSA.")
  var algorithm: String?

  @Option(name: .customLong("assertion-audience"), help: "Whom signed client assertions are for.")
  var audience: Audience = .issuer

  @Option(
    name: .customLong("id-token-alg"),
    help:
      "The algorithm that ID tokens are signed with; repeat it for more. Otherwise what the server announces, without HMAC."
  )
  var idTokenAlgorithms: [String] = []

  /// The method that was asked for, or follows from what was given.
  var chosenMethod: Method {
    method ?? (clientSecretFile != nil ? .clientSecretBasic : clientKeyFile != nil ? .privateKeyJWT : .none)
  }

  func validate() throws {
    guard chosenMethod != .privateKeyJWT || clientKeyFile != nil else {
      throw ValidationError("--client-auth private_key_jwt needs --client-key-file.")
    }
    for name in idTokenAlgorithms + (algorithm.map { [$0] } ?? []) where SignatureAlgorithm(rawValue: name) == nil {
      throw ValidationError(
        "\(name) is no algorithm for signatures; there are \(SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
  }

  /// Refuses what can't work unless the client is registered first, which gives it an id and a secret.
  func requireRegisteredClient() throws {
    guard clientID != nil else { throw ValidationError("Give --client-id.") }
    guard !chosenMethod.needsSecret || clientSecretFile != nil else {
      throw ValidationError("--client-auth \(chosenMethod.rawValue) needs --client-secret-file.")
    }
  }

  /// The options that are for issuers: a provider's name says how its clients authenticate.
  var forIssuers: [String] {
    [
      method == nil ? nil : "--client-auth", clientKeyFile == nil ? nil : "--client-key-file",
      clientKeyID == nil ? nil : "--client-key-id", algorithm == nil ? nil : "--client-alg",
      idTokenAlgorithms.isEmpty ? nil : "--id-token-alg",
    ].compactMap { $0 }
  }

  /// All of it as a value that outlives this run, with secret and key read: call it once, because standard input can be read once.
  ///
  /// - Parameter server: what the client is of. A provider's name leaves no room for some options.
  func choice(for server: ServerOptions) throws -> ClientChoice {
    if server.isProvider, let option = forIssuers.first {
      throw ValidationError("\(option) is for an issuer, not for a provider's name.")
    }
    return ClientChoice(
      id: clientID ?? "", method: chosenMethod,
      secret: try clientSecretFile.map { try SecretInput.read($0, asking: "The client's secret") },
      key: try clientKeyFile.map(SecretInput.read), keyID: clientKeyID, algorithm: algorithm, audience: audience,
      idTokenAlgorithms: idTokenAlgorithms)
  }

  /// The client for commands that register nothing and keep nothing.
  func oauthClient(_ server: ServerOptions, logger: Logger) async throws -> OAuthClient {
    try await choice(for: server).oauthClient(server.choice, through: server.transport(), logger: logger)
  }
}
