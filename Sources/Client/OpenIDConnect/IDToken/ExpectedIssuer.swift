public import OAuthCore

/// The issuer whose tokens are accepted.
public enum ExpectedIssuer: Sendable, Hashable {
  /// One issuer, compared byte for byte (OpenID Connect Core §3.1.3.7).
  case exactly(Issuer)
  /// One issuer, with or without `https://` in front. Only for Google, whose tokens may lack it. A
  /// refreshed token may have the other spelling.
  case withOrWithoutScheme(Issuer)
  /// Every Microsoft Entra tenant that the template allows. Every Microsoft account can get such a
  /// token: check the `tid` claim, or limit the tenants in the template.
  case anyEntraTenant(EntraIssuerTemplate)
}

/// The issuer that Microsoft Entra publishes for many tenants at once, such as
/// `https://login.microsoftonline.com/{tenantid}/v2.0`.
///
/// OpenID Connect Discovery §3 doesn't allow such an issuer. A token's issuer is compared with the
/// template after the token's `tid` was inserted. The `tid` must be a GUID, so that it can't change
/// the rest of the address.
public struct EntraIssuerTemplate: Sendable, Hashable {
  /// The published template.
  public let text: String
  /// The tenants whose tokens are accepted, in lower case; `nil` for all.
  public let tenants: Set<String>?

  private static let placeholder = "{tenantid}"

  /// Creates a checked template.
  ///
  /// - Parameters:
  ///   - text: The published `issuer`, which contains `{tenantid}` once.
  ///   - tenants: The GUIDs of the accepted tenants. Default: every tenant.
  /// - Throws: `URIError` if it doesn't have exactly one placeholder, or isn't an issuer with a
  ///   GUID in its place.
  public init(_ text: String, tenants: Set<String>? = nil) throws(URIError) {
    guard text.ranges(of: Self.placeholder).count == 1 else { throw .notAbsolute }
    _ = try Issuer(text.replacing(Self.placeholder, with: "00000000-0000-0000-0000-000000000000"))
    self.text = text
    self.tenants = tenants.map { Set($0.map { $0.lowercased() }) }
  }

  /// Returns the issuer of a tenant; `nil` if its name isn't a GUID, or if it isn't accepted.
  func issuer(tenant: String) -> String? {
    let groups = tenant.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.joined().allSatisfy(Self.isHexDigit),
      tenants?.contains(tenant.lowercased()) ?? true
    else { return nil }
    return text.replacing(Self.placeholder, with: tenant)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
