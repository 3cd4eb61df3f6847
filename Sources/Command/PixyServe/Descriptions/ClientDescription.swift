internal import ArgumentParser
internal import JOSE
internal import OAuthCore
internal import OAuthServer
internal import PKCE
internal import PixyTerminal

/// The options that describe a client.
struct ClientDescription: ParsableArguments {
  @Option(help: "The name of the client on the consent page.")
  var name: String?

  @Option(name: .customLong("id"), help: ArgumentHelp("The client_id. Default: random.", valueName: "client-id"))
  var clientID: String?

  @Option(
    name: .customLong("redirect-uri"),
    help: ArgumentHelp("A redirect URI; http://127.0.0.1/path accepts any port. Repeatable.", valueName: "uri"))
  var redirectURIs: [String] = []

  @Option(
    name: .customLong("grant"),
    help: """
      A grant that the client may use: \(GrantType.shortNames). Repeatable. Default: authorization_code and \
      refresh_token; none for a resource server without --redirect-uri.
      """
  )
  var grants: [String] = []

  @Option(
    help: "The scopes that the client may request, separated by spaces. Default: all, if it has a grant of users.")
  var scope: String?

  @Option(
    name: .customLong("auth"),
    help: ArgumentHelp(
      """
      The authentication method: none, client_secret_basic, client_secret_post, client_secret for either of the two, \
      private_key_jwt. Default: none.
      """,
      valueName: "method"))
  var authentication: String?

  @Option(
    name: .customLong("pkce"),
    help: ArgumentHelp(
      """
      Whether the client must use PKCE. With optional, a stolen code can be injected into a client that doesn't check \
      nonce (RFC 9700 §4.5); not for public clients. Default: required.
      """, valueName: "required|optional"))
  var proofKey: String?

  @Option(
    name: .customLong("jwks-file"),
    help: ArgumentHelp("The file with the client's public keys (JWK Set).", valueName: "file"),
    completion: .file())
  var keysFile: String?

  @Option(name: .customLong("jwks-uri"), help: ArgumentHelp("The URL of the client's public keys.", valueName: "url"))
  var keysAddress: String?

  @Option(
    name: .customLong("resource"),
    help: ArgumentHelp(
      "A resource that the client may request tokens for (RFC 8707). Repeatable. Default: any.", valueName: "uri"))
  var resources: [String] = []

  @Option(
    name: .customLong("access-token-format"),
    help: ArgumentHelp(
      "The format of access tokens (jwt: RFC 9068). Default: the setting access_token_format.", valueName: "opaque|jwt")
  )
  var accessTokenFormat: String?

  @Option(
    name: .customLong("post-logout-redirect-uri"),
    help: ArgumentHelp("An address for users who have signed out. Repeatable.", valueName: "uri"))
  var postLogoutRedirectURIs: [String] = []

  @Flag(name: .customLong("no-consent"), help: "Skip the consent page, for a client of the server's operator.")
  var needsNoConsent = false

  @Flag(
    name: .customLong("may-introspect"),
    help: "Allow the client, a resource server, to introspect the tokens of all clients (RFC 7662).")
  var mayIntrospect = false

  @Option(
    name: .customLong("is-resource"),
    help: ArgumentHelp(
      "A resource of this resource server (RFC 8707): it can't introspect tokens for others. Repeatable.",
      valueName: "uri"))
  var protectedResources: [String] = []

  @Option(
    name: .customLong("exchange-target"),
    help: ArgumentHelp(
      "A resource for which this resource server may exchange the tokens that it receives (RFC 8693). Repeatable.",
      valueName: "uri"))
  var exchangeTargets: [String] = []

  @Option(
    name: .customLong("id-token-claim"),
    help: ArgumentHelp(
      "A claim that ID tokens contain, if the scope grants it: email, name, groups. Repeatable.", valueName: "claim"))
  var idTokenClaims: [String] = []

  @Option(
    name: .customLong("allow-group"),
    help: ArgumentHelp("A group whose users may use the client. Repeatable. Default: all users.", valueName: "group"))
  var allowedGroups: [String] = []

  @Option(
    name: .customLong("metadata-file"),
    help: ArgumentHelp("The JSON file with client metadata (RFC 7591 §2).", valueName: "json-file"), completion: .file()
  )
  var metadataFile: String?

  /// Returns a client's members after the change that the options describe. The options win over the
  /// file, and the file over the members.
  func changed(_ members: [String: JSONValue]) throws -> [String: JSONValue] {
    var members = members.merging(try metadataFile.map(Self.object) ?? [:]) { $1 }
    func set(_ member: String, _ text: String?) {
      if let text { members[member] = .string(text) }
    }
    func set(_ member: String, _ texts: [String]) {
      if !texts.isEmpty { members[member] = .array(texts.map { .string($0) }) }
    }
    set("client_id", clientID)
    set("client_name", name)
    set("redirect_uris", redirectURIs)
    set("grant_types", try grants.map(Self.grant))
    set("scope", scope)
    set("token_endpoint_auth_method", authentication)
    switch proofKey {
    case nil: break
    case "required": members["code_challenge_optional_despite_code_injection"] = .bool(false)
    case "optional": members["code_challenge_optional_despite_code_injection"] = .bool(true)
    case let other?: throw ValidationError("--pkce is required or optional, and not \(UntrustedText(other)).")
    }
    if let keysFile { members["jwks"] = .object(try Self.object(keysFile)) }
    set("jwks_uri", keysAddress)
    set("resources", resources)
    set("access_token_format", accessTokenFormat)
    set("post_logout_redirect_uris", postLogoutRedirectURIs)
    if needsNoConsent { members["needs_no_consent"] = true }
    if mayIntrospect { members["may_introspect_all"] = true }
    set("protected_resources", protectedResources)
    set("exchange_targets", exchangeTargets)
    set("claims_in_id_token", idTokenClaims)
    set("allowed_groups", allowedGroups)
    return members
  }

  private static func grant(_ name: String) throws -> String {
    guard let grant = GrantType(shortName: name) else {
      throw ValidationError("--grant accepts one of \(GrantType.shortNames), and not \(UntrustedText(name)).")
    }
    return grant.rawValue
  }

  /// Reads the JSON object in a file.
  private static func object(_ path: String) throws -> [String: JSONValue] {
    guard let bytes = try? FileInput.bytes(of: path, most: JSONValue.maximumBytes) else {
      throw BadValue(
        "The file \(path) could not be read.", remedy: "Check its name, and that the user of this command may read it.")
    }
    guard let members = try? JSONValue(bytes: bytes).object else {
      let place = JSONPlace(ofMistakeIn: bytes).map { ": reading ended at \($0)" } ?? ""
      throw BadValue(
        "The file \(path) is not a JSON object, or contains a member twice\(place).",
        remedy: "pixy serve client show ID prints such a file.")
    }
    return members
  }
}
