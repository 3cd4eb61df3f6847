public import OAuthCore
internal import OpenIDConnect

/// The Microsoft Entra accounts that can sign in: one organization's, or a predefined group.
public struct EntraTenant: Sendable, Hashable {
  /// All work, school and personal accounts.
  public static let common = EntraTenant(constant: "common")
  /// The work and school accounts of all organizations.
  public static let organizations = EntraTenant(constant: "organizations")
  /// Personal Microsoft accounts only.
  public static let consumers = EntraTenant(constant: "consumers")

  let metadata: AuthorizationServerMetadata
  let issuer: EntraIssuerTemplate

  private init(constant name: StaticString) {
    do {
      try self.init("\(name)")
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }

  /// Creates a tenant from a GUID, a domain, or the name of a predefined group.
  ///
  /// The tenant's metadata is built in rather than fetched, because the `issuer` that Entra
  /// publishes never matches the requested one: it contains `{tenantid}`, or the GUID of a tenant
  /// that was requested by its domain. The cost: a change of Entra's endpoints needs a new release
  /// of this library.
  ///
  /// - Parameter name: The tenant's GUID, one of its domains, or `common`, `organizations` or
  ///   `consumers`. With a GUID, only ID tokens of that tenant are accepted.
  /// - Throws: `URIError` if `name` isn't a GUID and can't be a domain.
  public init(_ name: String) throws(URIError) {
    let name = name.lowercased()
    // Only labels of a host are accepted: `..` would change the path.
    guard name.utf8.count <= 253,
      name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ label in
        !label.isEmpty && label.utf8.allSatisfy(Self.isLabelByte)
      })
    else { throw .notAbsolute }
    let base = "https://login.microsoftonline.com/\(name)"
    metadata = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("\(base)/oauth2/v2.0/authorize"),
      tokenEndpoint: try Endpoint("\(base)/oauth2/v2.0/token"),
      userInfoEndpoint: try Endpoint("https://graph.microsoft.com/oidc/userinfo"),
      members: [
        "jwks_uri": .string("\(base)/discovery/v2.0/keys"),
        "device_authorization_endpoint": .string("\(base)/oauth2/v2.0/devicecode"),
        "end_session_endpoint": .string("\(base)/oauth2/v2.0/logout"),
        "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256", "plain"],
        "token_endpoint_auth_methods_supported": ["client_secret_post", "none"],
      ])
    issuer = try EntraIssuerTemplate(
      "https://login.microsoftonline.com/{tenantid}/v2.0",
      tenants: ClientIDRule.isGUID(name) ? [name] : Self.tenants[name])
  }

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// The tenant of each predefined group that has only one; all personal accounts are in one
  /// tenant.
  private static let tenants: [String: Set<String>] = ["consumers": ["9188040d-6c67-4c5b-b112-36a304b66dad"]]
}
