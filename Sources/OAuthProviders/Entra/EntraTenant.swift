public import OAuthCore
internal import OpenIDConnect

/// Whose accounts can sign in with Microsoft Entra.
public struct EntraTenant: Sendable, Hashable {
  /// Work, school and personal accounts of everybody.
  public static let common = EntraTenant(constant: "common")
  /// Work and school accounts of every organization.
  public static let organizations = EntraTenant(constant: "organizations")
  /// Personal accounts.
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

  /// The accounts of one organization, or one of the words above.
  ///
  /// Its metadata is written down here instead of being fetched, because the published `issuer` is never the one that was asked for:
  /// `{tenantid}` stands in it, or the GUID of a tenant that was asked for by its domain.
  /// - Parameter name: the tenant's GUID, of which alone ID tokens are accepted then, or one of its domains.
  /// - Throws: `URIError` if that is neither.
  public init(_ name: String) throws(URIError) {
    let name = name.lowercased()
    // Labels of a host: `..` would be another path.
    guard name.utf8.count <= 253,
      name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ label in
        !label.isEmpty && label.utf8.allSatisfy(Self.isLabelOctet)
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

  private static func isLabelOctet(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Every personal account is in this tenant.
  private static let tenants: [String: Set<String>] = ["consumers": ["9188040d-6c67-4c5b-b112-36a304b66dad"]]
}
