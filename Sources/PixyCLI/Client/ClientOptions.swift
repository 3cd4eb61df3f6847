#if CLI
internal import ArgumentParser
internal import JOSE
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

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

  /// The client at a provider that has a name.
  func providerClient(_ provider: Provider, _ server: ServerOptions, logger: Logger) throws -> ProviderClient {
    if let option = forIssuers.first { throw ValidationError("\(option) is for an issuer, not for a provider's name.") }
    return ProviderClient(
      provider, id: clientID ?? "", secret: try clientSecretFile.map(SecretInput.read), through: try server.transport(),
      logger: logger)
  }

  /// The key that was given, if one was.
  func key() throws -> SigningKey? {
    guard let clientKeyFile else { return nil }
    let secret = try SecretInput.read(clientKeyFile)
    let named = algorithm.flatMap(SignatureAlgorithm.init(rawValue:))
    guard secret.reveal().contains("-----BEGIN") else { return try SigningKey(jwk: secret, algorithm: named) }
    return try SigningKey(pem: secret, algorithm: named ?? .es256, keyID: clientKeyID)
  }

  /// How the client authenticates.
  ///
  /// - Parameters:
  ///   - key: what ``key()`` gave.
  ///   - secret: the secret, from a file or from a registration.
  func authentication(key: SigningKey?, secret: Secret?) throws -> ClientAuthentication {
    let audience: AssertionAudience = audience == .issuer ? .issuer : .tokenEndpoint
    switch (chosenMethod, secret, key) {
    case (.clientSecretBasic, let secret?, _): return .clientSecretBasic(secret)
    case (.clientSecretBasicWithoutEncoding, let secret?, _): return .clientSecretBasicWithoutEncoding(secret)
    case (.clientSecretPost, let secret?, _): return .clientSecretPost(secret)
    case (.clientSecretJWT, let secret?, _):
      let named = algorithm.flatMap(SignatureAlgorithm.init(rawValue:))
      return .clientSecretJWT(try SigningKey(secret: secret, algorithm: named ?? .hs256), audience: audience)
    case (.privateKeyJWT, _, let key?): return .privateKeyJWT(key, audience: audience)
    case (.tlsClientAuth, _, _): return .tlsClientAuth
    case (.selfSignedTLSClientAuth, _, _): return .selfSignedTLSClientAuth
    case (.none, _, _): return .none
    case (let method, _, _): throw ValidationError("There is no secret or key for \(method.rawValue).")
    }
  }

  /// The client for commands that register nothing.
  func oauthClient(
    _ server: ServerOptions, prover: DPoPProver? = nil, logger: Logger
  ) async throws -> OAuthClient {
    if let provider = try server.provider() {
      return try await providerClient(provider, server, logger: logger).oauthClient()
    }
    let transport = try server.transport()
    return OAuthClient(
      id: clientID ?? "",
      authentication: try authentication(key: key(), secret: clientSecretFile.map(SecretInput.read)),
      server: try await server.server().metadata(through: transport), prover: prover, transport: transport,
      logger: logger)
  }

  /// The client that verifies ID tokens: with the algorithms that were named, otherwise those that the server announces.
  func openIDClient(_ oauth: OAuthClient) throws -> OpenIDClient {
    var algorithms = Set(idTokenAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
    if algorithms.isEmpty {
      let announced = oauth.server.idTokenSigningAlgValuesSupported ?? []
      algorithms = Set(announced.compactMap(SignatureAlgorithm.init(rawValue:))).intersection(
        SignatureAlgorithm.asymmetric)
    }
    return try OpenIDClient(oauth, algorithms: algorithms.isEmpty ? [.rs256] : algorithms)
  }
}
#endif
