internal import ArgumentParser
internal import JOSE
internal import OAuth
internal import OAuthCore
internal import PixyConnection
internal import PixyTerminal

/// The client metadata to register (RFC 7591 §2).
struct ClientMetadataOptions: ParsableArguments {
  @Option(name: .customLong("redirect-uri"), help: "Redirect URI of the client. Repeatable.")
  var redirectURIs: [String] = []

  @Option(
    name: .customLong("grant"),
    help: ArgumentHelp(
      """
      Grant that the client uses: authorization_code, refresh_token, client_credentials, device_code, \
      token_exchange, jwt_bearer, ciba, or a URI. Repeatable.
      """, valueName: "grant"))
  var grants: [String] = []

  @Option(
    name: .customLong("client-auth"),
    help: ArgumentHelp(
      """
      Client authentication method, such as none or private_key_jwt. Repeatable: the first is preferred, and a \
      server that knows RP Metadata Choices chooses one of them.
      """, valueName: "client-auth"))
  var methods: [String] = []

  @Option(help: "Scope that the client may request. Repeatable, or separate scopes with spaces.")
  var scope: [String] = []

  @Option(help: "Client name that users see.")
  var name: String?

  @Option(name: .customLong("application-type"), help: "Application type: web or native.")
  var applicationType: String?

  @Option(
    name: .customLong("client-key-file"),
    help: "File with the client's key, in PEM or as a JWK, or - for standard input. Only the public part is sent.",
    completion: .file())
  var keyFile: String?

  @Option(name: .customLong("client-key-id"), help: "Key ID (kid) of a key in PEM.")
  var keyID: String?

  @Option(
    name: .customLong("client-alg"), help: "Signature algorithm of the key. Default: that of the key; RS256 for RSA.")
  var algorithm: String?

  @Option(
    name: .customLong("member"), help: "Additional metadata member, as name=JSON or name=text. Repeatable.",
    transform: MetadataMember.init(argument:))
  var others: [MetadataMember] = []

  func validate() throws {
    if let algorithm, SignatureAlgorithm(rawValue: algorithm) == nil {
      throw ValidationError("\(algorithm) is not a signature algorithm; use one such as ES256.")
    }
    guard keyFile != nil || (keyID == nil && algorithm == nil) else {
      throw ValidationError("--client-key-id and --client-alg require --client-key-file.")
    }
  }

  /// Returns a function that changes the given members and leaves all others. All options are read
  /// and checked here. The change itself may come after a request to the server, so it must not
  /// fail.
  func change() throws -> (inout ClientMetadata) -> Void {
    let redirectURIs = try redirectURIs.map { try RedirectURI($0) }
    let scope = scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
    let key = try key()
    let publicKey = key?.verificationKey.publicJWK
    guard key == nil || publicKey != nil else {
      throw ValidationError("An HMAC key is a secret and can't be registered; give a key pair.")
    }
    return { metadata in
      for member in others { metadata.additionalMembers[member.name] = member.value }
      if !redirectURIs.isEmpty { metadata.redirectURIs = redirectURIs }
      if !grants.isEmpty { metadata.grantTypes = grants.map(RequestedGrant.name) }
      if let method = methods.first { metadata.tokenEndpointAuthMethod = method }
      if methods.count > 1 { metadata.choices[.authenticationMethods] = methods }
      if let scope { metadata.scope = scope }
      if let name { metadata.clientName = name }
      if let applicationType { metadata.applicationType = applicationType }
      if let key, let publicKey {
        metadata.jwks = ["keys": [publicKey]]
        if (metadata.choices[.authenticationMethods] ?? []).contains("private_key_jwt")
          || metadata.tokenEndpointAuthMethod == "private_key_jwt"
        {
          metadata.tokenEndpointAuthSigningAlg = key.algorithm.rawValue
        }
      }
    }
  }

  private func key() throws -> SigningKey? {
    guard let keyFile else { return nil }
    return try SigningKey.read(SecretInput.read(keyFile), algorithm: algorithm, keyID: keyID)
  }
}
