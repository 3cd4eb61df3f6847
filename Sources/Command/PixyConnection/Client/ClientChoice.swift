package import JOSE
package import OAuth
package import OAuthCore
internal import OAuthProviders

/// The client and its credentials by value, so that a later run can act as the same client.
package struct ClientChoice: Sendable, Hashable {
  package var id: String
  /// The authentication method that was given or registered; `nil` for the default.
  package var method: ClientOptions.Method?
  package var secret: Secret?
  /// A private key, in PEM or as a JWK.
  package var key: Secret?
  package var keyID: String?
  package var algorithm: String?
  package var audience = ClientOptions.Audience.issuer
  package var idTokenAlgorithms: [String] = []
  package var trustedAudiences: [String] = []
  /// The values of `token_type` that mean a bearer token, besides `Bearer`; ``missingTokenType`` for
  /// an answer without one.
  package var bearerTypes: [String] = []
  /// The private key for encrypted ID tokens and UserInfo responses, in PEM or as a JWK.
  package var decryptionKey: Secret?

  /// Rejects a client that can't be right at a server, before the first request.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - isNew: Whether the client will be registered, so that it has no ID yet.
  /// - Throws: `ProviderError`; the error of a key that can't be read.
  package func check(at server: ServerChoice, isNew: Bool = false) throws {
    _ = try signingKey(announced: nil)
    guard server.isNamedProvider, !isNew else { return }
    try server.provider().check(clientID: id, hasCredential: secret != nil)
  }

  /// The value of `--bearer-type` for an answer without `token_type`.
  package static let missingTokenType = "missing"

  /// The values of `token_type` that mean a bearer token.
  package var bearerNames: BearerNames {
    BearerNames(
      Set(bearerTypes.filter { $0 != Self.missingTokenType }), orMissing: bearerTypes.contains(Self.missingTokenType))
  }

  /// Returns the signing key, if there is one.
  /// - Parameter announced: The algorithms that the server announces for what the key signs. Without
  ///   `--client-alg`, they decide between the algorithms of the key's type.
  package func signingKey(announced: [String]?) throws -> SigningKey? {
    guard let key else { return nil }
    return try SigningKey.read(key, algorithm: algorithm, announced: announced ?? [], keyID: keyID)
  }

  /// Returns the method to request in a registration at a server.
  ///
  /// A client without credentials asks for none. At a server that announces methods without it, the
  /// client asks for a secret, which the server issues.
  package func requestedMethod(at server: AuthorizationServerMetadata) -> ClientOptions.Method {
    guard requestedMethod == .none, method == nil, let announced = server.tokenEndpointAuthMethodsSupported else {
      return requestedMethod
    }
    let methods: [ClientOptions.Method] = [.none, .clientSecretBasic, .clientSecretPost]
    return methods.first { announced.contains($0.registeredName) } ?? ClientOptions.Method.none
  }

  /// The method to request in a registration, as far as the credentials decide it.
  package var requestedMethod: ClientOptions.Method {
    method ?? (secret != nil ? .clientSecretBasic : key != nil ? .privateKeyJWT : .none)
  }

  /// Returns the method: the given one, or the default for the credentials. Of the two methods that
  /// send the secret, the default is the one that the server announces.
  private func method(at server: AuthorizationServerMetadata) -> ClientOptions.Method {
    if let method { return method }
    let announced = server.tokenEndpointAuthMethodsSupported ?? []
    let takesOnlyPost = !announced.contains("client_secret_basic") && announced.contains("client_secret_post")
    return secret != nil && takesOnlyPost ? .clientSecretPost : requestedMethod
  }

  /// Returns the client authentication.
  package func authentication(at server: AuthorizationServerMetadata) throws -> ClientAuthentication {
    let audience: AssertionAudience = audience == .issuer ? .issuer : .tokenEndpoint
    let key = try signingKey(announced: server.tokenEndpointAuthSigningAlgValuesSupported)
    switch (method(at: server), secret, key) {
    case (.clientSecretBasic, let secret?, _): return .clientSecretBasic(secret)
    case (.clientSecretBasicWithoutEncoding, let secret?, _): return .clientSecretBasicWithoutEncoding(secret)
    case (.clientSecretPost, let secret?, _): return .clientSecretPost(secret)
    case (.clientSecretJWT, let secret?, _):
      return .clientSecretJWT(try assertionKey(secret), audience: audience)
    case (.privateKeyJWT, _, let key?): return .privateKeyJWT(key, audience: audience)
    case (.tlsClientAuth, _, _): return .tlsClientAuth
    case (.selfSignedTLSClientAuth, _, _): return .selfSignedTLSClientAuth
    case (.none, _, _): return .none
    case (let method, _, _): throw ClientChoiceError.nothingFor(method)
    }
  }

  /// Returns the key that signs assertions with the client's secret.
  private func assertionKey(_ secret: Secret) throws -> SigningKey {
    let algorithm = algorithm.flatMap(SignatureAlgorithm.init(rawValue:)) ?? .hs256
    do {
      return try SigningKey(secret: secret, algorithm: algorithm)
    } catch {
      if case .weak = error { throw ClientChoiceError.shortSecret(algorithm) }
      throw error
    }
  }

  /// The stored form, with secrets.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .string(id)]
    members["method"] = method.map { .string($0.rawValue) }
    members["secret"] = secret.map { .string($0.reveal()) }
    members["key"] = key.map { .string($0.reveal()) }
    members["key_id"] = keyID.map { .string($0) }
    members["algorithm"] = algorithm.map { .string($0) }
    members["audience"] = .string(audience.rawValue)
    members["decryption_key"] = decryptionKey.map { .string($0.reveal()) }
    if !trustedAudiences.isEmpty { members["trusted_audiences"] = .array(trustedAudiences.map { .string($0) }) }
    if !bearerTypes.isEmpty { members["bearer_types"] = .array(bearerTypes.map { .string($0) }) }
    if !idTokenAlgorithms.isEmpty { members["id_token_algorithms"] = .array(idTokenAlgorithms.map { .string($0) }) }
    return members
  }
}

extension ClientChoice {
  /// Reads ``members``; `nil` if they are invalid.
  package init?(_ members: [String: JSONValue]) {
    guard let id = members["id"]?.string else { return nil }
    let method = members["method"]?.string.map(ClientOptions.Method.init(rawValue:))
    if case .some(nil) = method { return nil }
    self.init(
      id: id, method: method ?? nil, secret: members["secret"]?.string.map { Secret($0) },
      key: members["key"]?.string.map { Secret($0) }, keyID: members["key_id"]?.string,
      algorithm: members["algorithm"]?.string,
      audience: members["audience"]?.string.flatMap(ClientOptions.Audience.init(rawValue:)) ?? .issuer,
      idTokenAlgorithms: members["id_token_algorithms"]?.strings ?? [],
      trustedAudiences: members["trusted_audiences"]?.strings ?? [],
      bearerTypes: members["bearer_types"]?.strings ?? [],
      decryptionKey: members["decryption_key"]?.string.map { Secret($0) })
  }
}

/// The reason why a client can't authenticate.
package enum ClientChoiceError: Error {
  /// The authentication method needs a secret or a key, and there is none.
  case nothingFor(ClientOptions.Method)
  /// The server registered the client for a method that needs a secret, and issued none.
  case noIssuedSecret(ClientOptions.Method)
  /// The secret is shorter than the algorithm's digest (RFC 7518 §3.2).
  case shortSecret(SignatureAlgorithm)
  /// The server announces no encryption of ID tokens for the type of the key.
  case noEncryption
  /// The server registered the client with an unsupported authentication method.
  case unknownMethod(String)
  /// The server registered the client for an ID token algorithm that wasn't given.
  case otherAlgorithm(String)
}

extension ClientChoiceError: ExplainedError {
  /// The facts of each case.
  package var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .nothingFor(let method):
      row(
        "no_client_credential", "There is no secret or key for \(method.rawValue).",
        remedy: "Give --client-auth \(method.rawValue)" + (method.neededFiles.map { " with \($0)." } ?? "."))
    case .noIssuedSecret(let method):
      row(
        "no_client_credential",
        "The server registered the client for \(method.rawValue) and issued no secret (RFC 7591 §3.2.1).",
        remedy: """
          Sign in with --register --client-auth none, or use a client that the server's operator has registered: \
          --client-id ID.
          """)
    case .shortSecret(let algorithm):
      row(
        "short_client_secret",
        "The client secret is too short for client_secret_jwt with \(algorithm.rawValue) (RFC 7518 §3.2).",
        remedy: """
          Ask the server's operator for a longer secret, or give --client-auth client_secret_basic if the client is \
          registered for it.
          """)
    case .noEncryption:
      row(
        "no_id_token_encryption",
        "The server announces no encryption of ID tokens for this type of key (OpenID Connect Discovery §3).",
        remedy: "Sign in without --decryption-key-file, or give a key of a type that the server announces.")
    case .otherAlgorithm(let name):
      row(
        "id_token_algorithm",
        """
        The server registered the client for ID tokens signed with \(UntrustedText(name)), which is none of the given \
        --id-token-alg.
        """,
        remedy: "Give --id-token-alg \(UntrustedText(name)) too, or leave --id-token-alg out.")
    case .unknownMethod(let name):
      row(
        "no_client_credential",
        """
        The server registered the client with the authentication method \(UntrustedText(name)), which pixy doesn't \
        support.
        """,
        remedy: "Request another method with --client-auth.")
    }
  }
}
