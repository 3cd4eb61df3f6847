internal import FoundationBasics
public import OAuthCore
internal import PKCE

extension RegisteredClient {
  /// Reads a client from JSON that an operator or a store wrote.
  ///
  /// The members are those of RFC 7591 §2, OpenID Connect Registration §2 and their extensions, as
  /// far as the server uses them. `response_types`, `application_type`, `software_id` and
  /// `software_version` are checked but not stored. Absent members have the defaults of the
  /// specifications: `grant_types` is `["authorization_code"]`, and flags are `false`.
  /// `client_name` defaults to the `client_id`. Without `token_endpoint_auth_method`, a client with a
  /// secret's hash may send the secret in both ways, and one without is public.
  ///
  /// Pixy's own members, which clients can't register for themselves:
  ///
  /// | Member | Meaning |
  /// |---|---|
  /// | `client_secret_sha256` | The base64url of the secret's SHA-256, for both secret methods |
  /// | `code_challenge_optional_despite_code_injection` | ``ProofKeyRequirement/optionalDespiteCodeInjection`` |
  /// | `needs_no_consent`, `may_introspect_all`, `follows_fapi2` | The settings of those names |
  /// | `access_token_format` | `opaque` or `jwt` |
  /// | `resources` | ``ClientSettings/resources`` |
  /// | `protected_resources` | ``ClientSettings/protectedResources`` |
  /// | `exchange_targets` | ``ClientSettings/exchangeTargets`` |
  /// | `former_client_secret_sha256`, `former_client_secret_until` | ``ClientSettings/formerSecret`` |
  /// | `claims_in_id_token` | ``ClientSettings/claimsInIDToken`` |
  /// | `allowed_groups` | ``ClientSettings/allowedGroups`` |
  /// | `sector_identifier` | The sector of pairwise subjects, if it isn't the only host of the redirect URIs |
  /// | `authentication_jwks`, `authentication_jwks_uri` | The keys for authentication, if not those of `jwks` |
  /// - Parameter json: An object. A member that is `null` counts as absent.
  /// - Throws: ``ClientMetadataError``, which names the member that is missing, has the wrong type,
  ///   contradicts another member, or is unknown. Unknown members are errors, so a misspelt one
  ///   doesn't go unnoticed.
  public init(json: JSONValue) throws(ClientMetadataError) {
    guard let object = json.object else { throw ClientMetadataError(nil, "is not a JSON object") }
    var members = ClientMembers(object)
    guard let id = try members.text("client_id") else { throw .missing("client_id", "every client needs one") }
    let name = try members.text("client_name") ?? id
    let redirectURIs = try members.redirectURIs("redirect_uris") ?? []
    let scope = try members.scope("scope") ?? .none
    var grants: Set<GrantType> = []
    for name in try members.texts("grant_types") ?? [GrantType.authorizationCode.rawValue] {
      // An application's own grants are named by absolute URIs (RFC 6749 §4.5). Any other name is a
      // misspelling.
      guard let grant = GrantType(shortName: name) ?? (name.contains(":") ? GrantType(rawValue: name) : nil) else {
        throw ClientMetadataError(
          "grant_types",
          "has \(UntrustedText(name)), which this server does not know: it knows \(GrantType.shortNames), and URIs")
      }
      grants.insert(grant)
    }
    try Self.checkDescriptiveMembers(&members, grants)
    let settings = try ClientSettings(&members, redirectURIs: redirectURIs, by: .operator)
    let kind = try Self.kind(&members, keys: settings.keys)
    if let unknown = members.unread.first { throw ClientMetadataError(unknown, "is not a known member") }
    self.init(
      id: id, name: name, kind: kind, redirectURIs: redirectURIs, scope: scope, grants: grants, settings: settings)
  }

  /// The client in the format of ``init(json:)``, without members that have their defaults. It
  /// holds no secret.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "client_id": .string(id), "client_name": .string(name),
      "redirect_uris": .array(redirectURIs.map { .string($0.text) }),
      "grant_types": .array(grants.map(\.rawValue).sorted().map { .string($0) }),
    ]
    if !scope.isEmpty { members["scope"] = .string(scope.parameter) }
    members.merge(settings.members(redirectURIs: redirectURIs)) { $1 }
    members.merge(kindMembers) { $1 }
    if let method = settings.secretMethod { members["token_endpoint_auth_method"] = .string(method.rawValue) }
    return .object(members)
  }

  /// Checks members that describe a client but don't change the server's behavior.
  private static func checkDescriptiveMembers(_ members: inout ClientMembers, _ grants: Set<GrantType>)
    throws(ClientMetadataError)
  {
    // RFC 7591 §2.1: the response types must fit the grant types.
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
    let hash = try members.secretHash("client_secret_sha256")
    let other = try members.keys("authentication_")
    let subject = try members.text("tls_client_auth_subject_dn")
    let isOptional = try members.flag("code_challenge_optional_despite_code_injection")
    let method = try members.text("token_endpoint_auth_method") ?? (hash == nil ? "none" : "client_secret_basic")
    let authentication: Authentication
    switch method {
    case "none":
      guard hash == nil else { throw ClientMetadataError("client_secret_sha256", "is not for public clients") }
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
  fileprivate func members(besides separateKeys: ClientKeys?) -> [String: JSONValue] {
    func members(_ method: JSONValue, _ keys: ClientKeys) -> [String: JSONValue] {
      let own = keys == separateKeys ? [:] : keys.members("authentication_")
      return own.merging(["token_endpoint_auth_method": method]) { $1 }
    }
    return switch self {
    case .secret(let hash): ["client_secret_sha256": .string(Base64URL.encode(hash.bytes))]
    case .privateKeyJWT(let keys): members("private_key_jwt", keys)
    case .selfSignedCertificate(let keys): members("self_signed_tls_client_auth", keys)
    case .certificate(let subject):
      ["token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": .string(subject)]
    }
  }
}
