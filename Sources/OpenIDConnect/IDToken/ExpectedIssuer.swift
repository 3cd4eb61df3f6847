public import OAuthCore

/// Whose tokens are accepted.
public enum ExpectedIssuer: Sendable, Hashable {
  /// This issuer's, octet for octet (OpenID Connect Core §3.1.3.7).
  case exactly(Issuer)
  /// This issuer's, with or without the `https://` before it. For Google alone, whose tokens may lack it; a refresh may bring the
  /// other spelling.
  case withOrWithoutScheme(Issuer)
  /// Those of any tenant that the template admits: whoever has an account with Microsoft can have such a token. Decide by
  /// the `tid` claim whom to let in, or name the tenants in the template.
  case anyEntraTenant(EntraIssuerTemplate)
}

/// The issuer that Microsoft Entra publishes for many tenants at once, such as
/// `https://login.microsoftonline.com/{tenantid}/v2.0`.
///
/// It isn't what OpenID Connect Discovery §3 allows. A token's issuer is compared with the template after the token's own
/// `tid` was put into it; `tid` must be a GUID, so that it can't change the rest of the address.
public struct EntraIssuerTemplate: Sendable, Hashable {
  /// The template as it is published.
  public let text: String
  /// The tenants whose tokens are accepted, in lower case; nil for all.
  public let tenants: Set<String>?

  private static let placeholder = "{tenantid}"

  /// Checks a template.
  ///
  /// - Parameters:
  ///   - text: the published `issuer`, with `{tenantid}` once.
  ///   - tenants: the GUIDs of the tenants to accept; nil for every tenant there is.
  /// - Throws: `URIError` if it has no placeholder or more than one, or is no issuer with a GUID in its place.
  public init(_ text: String, tenants: Set<String>? = nil) throws(URIError) {
    guard text.ranges(of: Self.placeholder).count == 1 else { throw .notAbsolute }
    _ = try Issuer(text.replacing(Self.placeholder, with: "00000000-0000-0000-0000-000000000000"))
    self.text = text
    self.tenants = tenants.map { Set($0.map { $0.lowercased() }) }
  }

  /// The issuer of a tenant, or nil if its name is no GUID or it isn't accepted.
  func issuer(tenant: String) -> String? {
    let groups = tenant.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.joined().allSatisfy(Self.isHexDigit),
      tenants?.contains(tenant.lowercased()) ?? true
    else { return nil }
    return text.replacing(Self.placeholder, with: tenant)
  }

  private static func isHexDigit(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
