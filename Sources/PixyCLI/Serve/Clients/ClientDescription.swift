internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import PKCE

/// The flags that describe a client.
struct ClientDescription: ParsableArguments {
  @Option(help: "What people know the application by.")
  var name: String?

  @Option(name: .customLong("id"), help: "Its client_id; a random one unless said.")
  var clientID: String?

  @Option(
    name: .customLong("redirect-uri"),
    help: "Where answers may be sent; http://127.0.0.1/path stands for all ports. Repeat it for more.")
  var redirectURIs: [String] = []

  @Option(
    name: .customLong("grant"),
    help:
      "What it may redeem, out of \(GrantType.shortNames); repeat it. authorization_code and refresh_token unless said."
  )
  var grants: [String] = []

  @Option(
    help:
      "The most that it may ask for, with spaces between; all of the server's scopes unless said, for people's grants.")
  var scope: String?

  @Option(
    name: .customLong("auth"),
    help: "How it proves who it is: none, client_secret_basic (or _post), private_key_jwt. none unless said.")
  var authentication: String?

  @Option(name: .customLong("jwks-file"), help: "A file with its public keys, as a JWK Set.")
  var keysFile: String?

  @Option(name: .customLong("jwks-uri"), help: "Where it publishes its public keys.")
  var keysAddress: String?

  @Option(
    name: .customLong("resource"), help: "A resource that it may ask tokens for (RFC 8707); repeat it. Any unless said."
  )
  var resources: [String] = []

  @Option(
    name: .customLong("access-token-format"), help: "opaque, or jwt (RFC 9068); as the server's setting unless said.")
  var accessTokenFormat: String?

  @Option(
    name: .customLong("post-logout-redirect-uri"),
    help: "Where people may be sent after signing out; repeat it for more.")
  var postLogoutRedirectURIs: [String] = []

  @Flag(name: .customLong("no-consent"), help: "Don't ask people: the application is the server's owner's own.")
  var needsNoConsent = false

  @Flag(
    name: .customLong("may-introspect"),
    help: "It is a resource server, and may ask about every client's tokens (RFC 7662).")
  var mayIntrospect = false

  @Option(
    name: .customLong("is-resource"),
    help: "The resource that it is (RFC 8707): with --may-introspect it learns nothing of tokens for others; repeat it."
  )
  var protectedResources: [String] = []

  @Option(
    name: .customLong("metadata-file"),
    help: "A file with a JSON object: members by their names in RFC 7591 and others.")
  var metadataFile: String?

  /// The client, with its secret if it needs a new one.
  /// - Throws: `ClientMetadataError` or `ClientDescriptionError` for what can't be.
  func client(
    _ settings: ServeSettings, random: any RandomSource = SystemRandomSource()
  ) throws -> (RegisteredClient, Secret?) {
    var members = try metadataFile.map(Self.object) ?? [:]
    func set(_ member: String, _ text: String?) {
      if let text { members[member] = .string(text) }
    }
    func set(_ member: String, _ texts: [String]) {
      if !texts.isEmpty { members[member] = .array(texts.map { .string($0) }) }
    }
    set("client_id", clientID)
    if members["client_id"] == nil { set("client_id", Self.newID(random)) }
    set("client_name", name)
    set("redirect_uris", redirectURIs)
    set("grant_types", try grants.map(Self.grant))
    set("scope", scope)
    set("token_endpoint_auth_method", authentication)
    if let keysFile { members["jwks"] = .object(try Self.object(keysFile)) }
    set("jwks_uri", keysAddress)
    set("resources", resources)
    set("access_token_format", accessTokenFormat)
    set("post_logout_redirect_uris", postLogoutRedirectURIs)
    if needsNoConsent { members["needs_no_consent"] = true }
    if mayIntrospect { members["may_introspect_all"] = true }
    set("protected_resources", protectedResources)
    return try Self.client(members, settings, random: random)
  }

  /// The client that has these members, and what is usual where they say nothing, with its secret if it needs a new one.
  /// - Throws: `ClientMetadataError` or `ClientDescriptionError` for what can't be.
  static func client(
    _ members: [String: JSONValue], _ settings: ServeSettings, random: any RandomSource = SystemRandomSource()
  ) throws -> (RegisteredClient, Secret?) {
    var members = members
    if members["grant_types"] == nil { members["grant_types"] = ["authorization_code", "refresh_token"] }
    if members["access_token_format"] == nil {
      members["access_token_format"] = .string(settings.accessTokenFormat.rawValue)
    }
    let personal: Set<String> = [GrantType.authorizationCode, .deviceCode].reduce(into: []) { $0.insert($1.rawValue) }
    if members["scope"] == nil, !personal.isDisjoint(with: members["grant_types"]?.strings ?? []) {
      members["scope"] = .string(settings.scopes.parameter)
    }
    var secret: Secret?
    let method = members["token_endpoint_auth_method"]?.string ?? ""
    if method.hasPrefix("client_secret_"), members["client_secret_sha256"] == nil {
      let new = Secret(Base64URL.encode(random.octets(32)))
      secret = new
      members["client_secret_sha256"] = .string(Base64URL.encode(SecretHash(of: new).octets))
    }
    let client = try RegisteredClient(json: .object(members))
    try ClientDescriptionError.check(client)
    return (client, secret)
  }

  /// 128 random bits in hexadecimal digits: base64url can begin with a hyphen, which would be taken for an option.
  private static func newID(_ random: any RandomSource) -> String {
    random.octets(16).map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
  }

  private static func grant(_ name: String) throws -> String {
    guard let grant = GrantType(shortName: name) else {
      throw ValidationError("--grant takes one of \(GrantType.shortNames).")
    }
    return grant.rawValue
  }

  /// The JSON object in a file.
  private static func object(_ path: String) throws -> [String: JSONValue] {
    guard let octets = try? FileInput.octets(of: path, most: JSONValue.maximumOctets) else {
      throw ValidationError("The file \(path) can't be read.")
    }
    guard let members = try? JSONValue(octets: octets).object else {
      let place = JSONPlace(ofMistakeIn: octets).map { ": reading ended at \($0)" } ?? ""
      throw ValidationError("The file \(path) has no JSON object, or one with a member twice\(place).")
    }
    return members
  }
}
