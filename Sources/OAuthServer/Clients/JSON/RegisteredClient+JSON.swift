#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthCore
internal import PKCE

extension RegisteredClient {
  /// Reads a client that an operator or a store wrote down.
  ///
  /// The members are those of RFC 7591 §2, OpenID Connect Registration §2 and the specifications that add to them, where the server does
  /// something with them; `response_types`, `application_type`, `software_id` and `software_version` are checked, and nothing is kept of
  /// them. Left out are, as there: `grant_types` for `["authorization_code"]`, flags for `false`. `client_name` is the `client_id` unless
  /// said, and `token_endpoint_auth_method` is `client_secret_basic` if there is a hash of a secret, else `none`.
  ///
  /// Pixy's own members, which no client can register for itself:
  ///
  /// | Member | What it sets |
  /// |---|---|
  /// | `client_secret_sha256` | the base64url of the secret's SHA-256, for `client_secret_basic` and `client_secret_post` |
  /// | `code_challenge_optional_despite_code_injection` | ``ProofKeyRequirement/optionalDespiteCodeInjection`` |
  /// | `needs_no_consent`, `may_introspect_all`, `follows_fapi2` | the settings of those names |
  /// | `access_token_format` | `opaque` or `jwt` |
  /// | `resources` | ``ClientSettings/resources`` |
  /// | `protected_resources` | ``ClientSettings/protectedResources`` |
  /// | `sector_identifier` | the sector of pairwise subjects, if it isn't the one host of the redirect URIs |
  /// | `authentication_jwks`, `authentication_jwks_uri` | keys to authenticate with, if they aren't those of `jwks` or `jwks_uri` |
  /// - Parameter json: an object; a member that is `null` counts as left out.
  /// - Throws: ``ClientMetadataError`` naming the member that is missing, has another type, contradicts another one, or isn't
  ///   known: a misspelt one must not be lost in silence.
  public init(json: JSONValue) throws(ClientMetadataError) {
    guard let object = json.object else { throw ClientMetadataError(nil, "is not a JSON object") }
    var members = ClientMembers(object)
    guard let id = try members.text("client_id") else { throw .missing("client_id", "every client has one") }
    let name = try members.text("client_name") ?? id
    let redirectURIs = try members.redirectURIs("redirect_uris") ?? []
    let scope = try members.scope("scope") ?? .none
    var grants: Set<GrantType> = []
    for name in try members.texts("grant_types") ?? [GrantType.authorizationCode.rawValue] {
      let grant = GrantType(rawValue: name)
      // An application's own grants are named by absolute URIs (RFC 6749 §4.5): any other name is a misspelling.
      guard GrantType.builtIn.contains(grant) || name.contains(":") else {
        throw ClientMetadataError("grant_types", "has a grant type that this server does not know")
      }
      grants.insert(grant)
    }
    try Self.checkWords(&members, grants)
    let settings = try ClientSettings(&members, redirectURIs: redirectURIs, by: .operator)
    let kind = try Self.kind(&members, keys: settings.keys)
    if let unknown = members.unread.first { throw ClientMetadataError(unknown, "is not a member that is known") }
    self.init(
      id: id, name: name, kind: kind, redirectURIs: redirectURIs, scope: scope, grants: grants, settings: settings)
  }

  /// The client as ``init(json:)`` reads it: every member that isn't what it would be if left out. It holds no secret.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "client_id": .string(id), "client_name": .string(name),
      "redirect_uris": .array(redirectURIs.map { .string($0.text) }),
      "grant_types": .array(grants.map(\.rawValue).sorted().map { .string($0) }),
    ]
    if !scope.isEmpty { members["scope"] = .string(scope.parameter) }
    members.merge(settings.members(redirectURIs: redirectURIs)) { $1 }
    members.merge(kindMembers) { $1 }
    return .object(members)
  }

  /// What a description of a client may say, and nothing here depends on.
  private static func checkWords(_ members: inout ClientMembers, _ grants: Set<GrantType>) throws(ClientMetadataError) {
    // RFC 7591 §2.1: they go together with the grants.
    if let types = try members.texts("response_types"),
      types != (grants.contains(.authorizationCode) ? ["code"] : [])
    {
      throw ClientMetadataError(
        "response_types", "must be code with the authorization code grant, and empty without it")
    }
    if let kind = try members.text("application_type"), !["web", "native"].contains(kind) {
      throw ClientMetadataError("application_type", "is neither web nor native")
    }
    for name in ["software_id", "software_version"] { _ = try members.text(name) }
  }

  private static func kind(_ members: inout ClientMembers, keys: ClientKeys?) throws(ClientMetadataError) -> Kind {
    let hash = try secretHash(&members)
    let other = try members.keys("authentication_")
    let subject = try members.text("tls_client_auth_subject_dn")
    let isOptional = try members.flag("code_challenge_optional_despite_code_injection")
    let method = try members.text("token_endpoint_auth_method") ?? (hash == nil ? "none" : "client_secret_basic")
    let authentication: Authentication
    switch method {
    case "none":
      guard hash == nil else { throw ClientMetadataError("client_secret_sha256", "is of no use to a public client") }
      guard !isOptional else {
        throw ClientMetadataError(
          "code_challenge_optional_despite_code_injection", "is not for public clients (RFC 9700 §2.1.1)")
      }
      return .public
    case "client_secret_basic", "client_secret_post":
      guard let hash else { throw .missing("client_secret_sha256", "\(method) needs one") }
      authentication = .secret(hash)
    case "private_key_jwt", "self_signed_tls_client_auth":
      guard let keys = other ?? keys else { throw .missing("jwks", "\(method) needs it or jwks_uri") }
      authentication = method == "private_key_jwt" ? .privateKeyJWT(keys) : .selfSignedCertificate(keys)
    case "tls_client_auth":
      guard let subject else { throw .missing("tls_client_auth_subject_dn", "tls_client_auth needs it") }
      authentication = .certificate(subject: subject)
    default: throw ClientMetadataError("token_endpoint_auth_method", "is not a method that this server knows")
    }
    return .confidential(authentication, proofKey: isOptional ? .optionalDespiteCodeInjection : .required)
  }

  private static func secretHash(_ members: inout ClientMembers) throws(ClientMetadataError) -> SecretHash? {
    guard let text = try members.text("client_secret_sha256") else { return nil }
    guard let octets = try? Base64URL.decode(text), let hash = SecretHash(octets: octets) else {
      throw ClientMetadataError("client_secret_sha256", "is not the base64url of a SHA-256, which has 43 characters")
    }
    return hash
  }

  private var kindMembers: [String: JSONValue] {
    guard case .confidential(let authentication, let proofKey) = kind else {
      return ["token_endpoint_auth_method": "none"]
    }
    var members = authentication.members(besides: settings.keys)
    if proofKey == .optionalDespiteCodeInjection { members["code_challenge_optional_despite_code_injection"] = true }
    return members
  }
}

extension RegisteredClient.Authentication {
  fileprivate func members(besides settled: ClientKeys?) -> [String: JSONValue] {
    func members(_ method: JSONValue, _ keys: ClientKeys) -> [String: JSONValue] {
      let own = keys == settled ? [:] : keys.members("authentication_")
      return own.merging(["token_endpoint_auth_method": method]) { $1 }
    }
    return switch self {
    case .secret(let hash):
      [
        "token_endpoint_auth_method": "client_secret_basic",
        "client_secret_sha256": .string(Base64URL.encode(hash.octets)),
      ]
    case .privateKeyJWT(let keys): members("private_key_jwt", keys)
    case .selfSignedCertificate(let keys): members("self_signed_tls_client_auth", keys)
    case .certificate(let subject):
      ["token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": .string(subject)]
    }
  }
}
