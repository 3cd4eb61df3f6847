internal import JOSE
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

/// Who the client is and how it proves that, with its secret or key by value: enough to be the same client in a later run.
struct ClientChoice: Sendable, Hashable {
  var id: String
  var method: ClientOptions.Method
  var secret: Secret?
  /// A private key, in PEM or as a JWK.
  var key: Secret?
  var keyID: String?
  var algorithm: String?
  var audience = ClientOptions.Audience.issuer
  var idTokenAlgorithms: [String] = []

  /// The key, if there is one.
  func signingKey() throws -> SigningKey? {
    guard let key else { return nil }
    let named = algorithm.flatMap(SignatureAlgorithm.init(rawValue:))
    guard key.reveal().contains("-----BEGIN") else { return try SigningKey(jwk: key, algorithm: named) }
    return try SigningKey(pem: key, algorithm: named ?? .es256, keyID: keyID)
  }

  /// How the client authenticates.
  func authentication() throws -> ClientAuthentication {
    let audience: AssertionAudience = audience == .issuer ? .issuer : .tokenEndpoint
    let key = try signingKey()
    switch (method, secret, key) {
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
    case (let method, _, _): throw ClientChoiceError.nothingFor(method)
    }
  }

  /// The client itself; it asks for the server's metadata.
  ///
  /// - Parameter prover: the key that tokens are bound to, if they are to be.
  func oauthClient(
    _ server: ServerChoice, through transport: any HTTPTransport, prover: DPoPProver? = nil, logger: Logger
  ) async throws -> OAuthClient {
    if let provider = try server.knownProvider() {
      return try await providerClient(provider, through: transport, logger: logger).oauthClient()
    }
    return OAuthClient(
      id: id, authentication: try authentication(), server: try await server.server().metadata(through: transport),
      prover: prover, transport: transport, logger: logger)
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

  /// The client at a provider that has a name.
  func providerClient(_ provider: Provider, through transport: any HTTPTransport, logger: Logger) -> ProviderClient {
    ProviderClient(provider, id: id, secret: secret, through: transport, logger: logger)
  }

  /// What is written down, secrets included.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .string(id), "method": .string(method.rawValue)]
    members["secret"] = secret.map { .string($0.reveal()) }
    members["key"] = key.map { .string($0.reveal()) }
    members["key_id"] = keyID.map { .string($0) }
    members["algorithm"] = algorithm.map { .string($0) }
    members["audience"] = .string(audience.rawValue)
    if !idTokenAlgorithms.isEmpty { members["id_token_algorithms"] = .array(idTokenAlgorithms.map { .string($0) }) }
    return members
  }
}

extension ClientChoice {
  /// Reads ``members``; `nil` if they can't be what was written.
  init?(_ members: [String: JSONValue]) {
    guard let id = members["id"]?.string,
      let method = members["method"]?.string.flatMap(ClientOptions.Method.init(rawValue:))
    else { return nil }
    self.init(
      id: id, method: method, secret: members["secret"]?.string.map { Secret($0) },
      key: members["key"]?.string.map { Secret($0) }, keyID: members["key_id"]?.string,
      algorithm: members["algorithm"]?.string,
      audience: members["audience"]?.string.flatMap(ClientOptions.Audience.init(rawValue:)) ?? .issuer,
      idTokenAlgorithms: members["id_token_algorithms"]?.strings ?? [])
  }
}

/// A client that can't be.
enum ClientChoiceError: Error {
  /// The way to authenticate needs a secret or key, and there is none.
  case nothingFor(ClientOptions.Method)
  /// The server registered the client with a way to authenticate that this command doesn't know.
  case unknownMethod(String)
}

extension ClientChoiceError: ExplainedError {
  var code: String { "no_client_credential" }
  var step: FlowStep { .configuration }
  var explanation: String {
    switch self {
    case .nothingFor(let method): "There is no secret or key for \(method.rawValue)."
    case .unknownMethod(let name):
      "The server registered the client to authenticate by \(UntrustedText(name)), which this command doesn't know."
    }
  }
  var remedy: String {
    switch self {
    case .nothingFor: "Give --client-secret-file or --client-key-file."
    case .unknownMethod: "Ask for another one with --client-auth."
    }
  }
}
