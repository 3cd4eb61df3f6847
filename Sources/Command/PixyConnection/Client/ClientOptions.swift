package import ArgumentParser
internal import JOSE
internal import OAuthCore
internal import PixyTerminal

/// The options for the client and its authentication.
package struct ClientOptions: ParsableArguments {
  package init() {}

  /// The values of `--client-auth`.
  package enum Method: String, ExpressibleByArgument, CaseIterable {
    case none
    case clientSecretBasic = "client_secret_basic"
    case clientSecretBasicWithoutEncoding = "client_secret_basic_without_encoding"
    case clientSecretPost = "client_secret_post"
    case clientSecretJWT = "client_secret_jwt"
    case privateKeyJWT = "private_key_jwt"
    case tlsClientAuth = "tls_client_auth"
    case selfSignedTLSClientAuth = "self_signed_tls_client_auth"

    /// The name of the method in a registration (RFC 7591 §2).
    package var registeredName: String {
      self == .clientSecretBasicWithoutEncoding ? Self.clientSecretBasic.rawValue : rawValue
    }

    /// Whether the method needs a client secret.
    package var needsSecret: Bool {
      switch self {
      case .clientSecretBasic, .clientSecretBasicWithoutEncoding, .clientSecretPost, .clientSecretJWT: true
      case .none, .privateKeyJWT, .tlsClientAuth, .selfSignedTLSClientAuth: false
      }
    }

    /// The options for the credentials of the method; `nil` if it has none.
    var neededFiles: String? {
      switch self {
      case .none: nil
      case .privateKeyJWT: "--client-key-file FILE"
      case .tlsClientAuth, .selfSignedTLSClientAuth: "--certificate FILE --certificate-key FILE"
      case .clientSecretBasic, .clientSecretBasicWithoutEncoding, .clientSecretPost, .clientSecretJWT:
        "--client-secret-file FILE"
      }
    }
  }

  /// The values of `--assertion-audience`.
  package enum Audience: String, ExpressibleByArgument, CaseIterable {
    case issuer
    case tokenEndpoint = "token_endpoint"
  }

  @Option(
    name: .customLong("client-id"),
    help: ArgumentHelp("The client ID from your registration with the server.", valueName: "client-id"))
  package var clientID: String?

  @Option(
    name: .customLong("client-file"),
    help: ArgumentHelp(
      """
      The file that `pixy register --output` wrote, or - for standard input: the client's ID, secret and \
      authentication method.
      """, valueName: "file"), completion: .file())
  package var clientFile: String?

  @Option(
    name: .customLong("client-auth"),
    help: ArgumentHelp(
      """
      The authentication method. Default: with a secret client_secret_basic, or client_secret_post if the server \
      announces only that; with a key private_key_jwt; else none.
      """,
      valueName: "method"))
  package var method: Method?

  @Option(
    name: .customLong("client-secret-file"),
    help: ArgumentHelp("The file with the client secret, or - for standard input.", valueName: "file"),
    completion: .file())
  package var clientSecretFile: String?

  @Option(
    name: .customLong("client-key-file"),
    help: ArgumentHelp(
      "The file with the private key (PEM or JWK) for private_key_jwt and --signed-request, or - for standard input.",
      valueName: "key-file"), completion: .file())
  package var clientKeyFile: String?

  @Option(name: .customLong("client-key-id"), help: ArgumentHelp("The registered kid of a PEM key.", valueName: "kid"))
  var clientKeyID: String?

  @Option(
    name: .customLong("client-alg"),
    help: ArgumentHelp(
      "The algorithm of the key. Default: that of the key; for RSA, RS256 unless the server announces only PS256.",
      valueName: "algorithm"))
  package var algorithm: String?

  @Option(
    name: .customLong("assertion-audience"),
    help: ArgumentHelp(
      "The audience of client assertions. With token_endpoint they have the form before rfc7523bis, typ JWT.",
      valueName: "audience"))
  package var audience: Audience = .issuer

  @Option(
    name: .customLong("id-token-alg"),
    help: ArgumentHelp(
      """
      An accepted signature algorithm of ID tokens. Repeatable. Default: those of the server's metadata, without \
      HMAC.
      """,
      valueName: "algorithm"))
  package var idTokenAlgorithms: [String] = []

  @Option(
    name: .customLong("trusted-audience"),
    help: ArgumentHelp("A further audience that ID tokens may have. Repeatable.", valueName: "audience"))
  package var trustedAudiences: [String] = []

  @Option(
    name: .customLong("bearer-type"),
    help: ArgumentHelp(
      """
      A token_type that the server sends for bearer tokens instead of Bearer, such as 'User Access Token', or \
      \(ClientChoice.missingTokenType) if it sends none. Repeatable.
      """,
      valueName: "token-type"))
  package var bearerTypes: [String] = []

  @Option(
    name: .customLong("decryption-key-file"),
    help: ArgumentHelp(
      """
      The file with the private key (PEM or JWK) that decrypts ID tokens and UserInfo responses. With it, ID tokens \
      must be encrypted.
      """, valueName: "key-file"), completion: .file())
  var decryptionKeyFile: String?

  /// Whether a registered client is named.
  package var isNamed: Bool { clientID != nil || clientFile != nil }

  /// The given method, or the default for the given credentials and an unknown server.
  var chosenMethod: Method {
    method ?? (clientSecretFile != nil ? .clientSecretBasic : clientKeyFile != nil ? .privateKeyJWT : .none)
  }

  package func validate() throws {
    guard clientFile == nil || (clientID == nil && clientSecretFile == nil) else {
      throw ValidationError("Give --client-file, or --client-id and --client-secret-file.")
    }
    guard chosenMethod != .privateKeyJWT || clientKeyFile != nil else {
      throw ValidationError("--client-auth private_key_jwt needs --client-key-file FILE.")
    }
    for name in idTokenAlgorithms + (algorithm.map { [$0] } ?? []) where SignatureAlgorithm(rawValue: name) == nil {
      throw ValidationError(
        "\(name) is not a signature algorithm; known are "
          + SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ") + "."
      )
    }
  }

  /// Rejects a client without ID or credentials. Only `--register` can do without them.
  package func requireRegisteredClient() throws {
    guard isNamed else { throw ValidationError("Give --client-id, or --client-file.") }
    guard !chosenMethod.needsSecret || clientSecretFile != nil || clientFile != nil else {
      throw ValidationError(
        "--client-auth \(chosenMethod.rawValue) needs --client-secret-file FILE, or - for standard input.")
    }
  }

  /// The given options that only issuers support: a named provider determines the authentication.
  package var forIssuers: [String] {
    [
      method == nil ? nil : "--client-auth", clientKeyFile == nil ? nil : "--client-key-file",
      clientKeyID == nil ? nil : "--client-key-id", algorithm == nil ? nil : "--client-alg",
      idTokenAlgorithms.isEmpty ? nil : "--id-token-alg", trustedAudiences.isEmpty ? nil : "--trusted-audience",
      bearerTypes.isEmpty ? nil : "--bearer-type", decryptionKeyFile == nil ? nil : "--decryption-key-file",
    ].compactMap { $0 }
  }

  /// Reads the secret and the key. Call it once, because standard input can be read only once.
  ///
  /// - Parameter server: The server. Named providers don't support some options.
  /// - Throws: `ValidationError` if a file can't be read, or an option isn't supported.
  package func choice(for server: ServerOptions) throws -> ClientChoice {
    if server.isProvider, let option = forIssuers.first {
      throw ValidationError("\(option) needs an issuer, not a provider's name.")
    }
    var choice = ClientChoice(
      id: clientID ?? "", method: method,
      secret: try clientSecretFile.map { try SecretInput.read($0, asking: "The client's secret") },
      key: try clientKeyFile.map(SecretInput.read), keyID: clientKeyID, algorithm: algorithm, audience: audience,
      idTokenAlgorithms: idTokenAlgorithms, trustedAudiences: trustedAudiences,
      bearerTypes: bearerTypes, decryptionKey: try decryptionKeyFile.map(SecretInput.read))
    // An unusable key fails before the first request.
    _ = try choice.decryption()
    if let clientFile {
      let file = try RegisteredClientFile(clientFile)
      choice.id = file.clientID
      choice.secret = file.secret
      // A provider's own rules choose the method.
      if method == nil, !server.isProvider { choice.method = try file.method() }
    }
    return choice
  }
}
