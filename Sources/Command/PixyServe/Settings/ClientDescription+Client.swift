internal import JOSE
internal import OAuthCore
internal import OAuthServer
internal import PKCE

extension ClientDescription {
  /// Creates the client, and its secret if it needs one.
  /// - Throws: `ClientMetadataError` for an invalid member; `ClientDescriptionError` for members
  ///   that contradict each other.
  func client(
    _ settings: ServeSettings, random: any RandomSource = SystemRandomSource()
  ) throws -> (RegisteredClient, Secret?) {
    var members = try changed([:])
    if members["client_id"] == nil { members["client_id"] = .string(Self.newID(random)) }
    return try Self.client(members, settings, random: random)
  }

  /// Creates the client with these members and the defaults for all others, and its secret if it
  /// needs one.
  /// - Throws: `ClientMetadataError` for an invalid member; `ClientDescriptionError` for members
  ///   that contradict each other.
  static func client(
    _ members: [String: JSONValue], _ settings: ServeSettings, random: any RandomSource = SystemRandomSource()
  ) throws -> (RegisteredClient, Secret?) {
    try ClientDescriptionError.checkWildcards(members)
    var members = members
    // A resource server that only introspects gets no tokens.
    let onlyIntrospects =
      (members["may_introspect_all"] == true || members["protected_resources"] != nil)
      && members["redirect_uris"] == nil
    if members["grant_types"] == nil {
      members["grant_types"] = onlyIntrospects ? [] : ["authorization_code", "refresh_token"]
    }
    if members["access_token_format"] == nil {
      members["access_token_format"] = .string(settings.accessTokenFormat.rawValue)
    }
    if members["id_token_signed_response_alg"] == nil, let algorithm = settings.idTokenAlgorithmOfClients {
      members["id_token_signed_response_alg"] = .string(algorithm.rawValue)
    }
    let ofUsers: Set<String> = [GrantType.authorizationCode, .deviceCode].reduce(into: []) { $0.insert($1.rawValue) }
    if members["scope"] == nil, !ofUsers.isDisjoint(with: members["grant_types"]?.strings ?? []) {
      members["scope"] = .string(settings.scopes.parameter)
    }
    var secret: Secret?
    let method = members["token_endpoint_auth_method"]?.string ?? ""
    // A client with a secret and without a method may send it in either way.
    if method == Self.eitherMethod { members["token_endpoint_auth_method"] = nil }
    if method.hasPrefix(Self.eitherMethod), members["client_secret_sha256"] == nil {
      let new = Secret(Base64URL.encode(random.bytes(32)))
      secret = new
      members["client_secret_sha256"] = .string(Base64URL.encode(SecretHash(of: new).bytes))
    }
    let client = try RegisteredClient(json: .object(members))
    try ClientDescriptionError.check(client)
    return (client, secret)
  }

  /// The word for a client that may send its secret in either way.
  static let eitherMethod = "client_secret"

  /// Generates 128 random bits in hexadecimal digits. Base64url could begin with a hyphen, which
  /// commands read as an option.
  private static func newID(_ random: any RandomSource) -> String {
    random.bytes(16).map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
  }
}
