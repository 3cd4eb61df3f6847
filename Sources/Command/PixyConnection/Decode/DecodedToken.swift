internal import OAuthCore
internal import PKCE

/// A parsed token. None of it is verified, and its signature isn't stored.
struct DecodedToken: Sendable {
  let kind: TokenKind
  /// The header of a JWT.
  let header: [String: JSONValue]
  /// The claims of a JWT that isn't encrypted.
  let claims: [String: JSONValue]
  /// The number of characters of the token.
  let characters: Int

  /// Parses a token. Text that isn't a JWT is opaque.
  init(_ token: Secret) {
    let text = token.reveal()
    characters = text.count
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let first = Self.object(parts[0])
    let isComplete = parts.count == 3 || parts.count == 5
    guard isComplete, let header = first, header["alg"] != nil || header["enc"] != nil else {
      // A JSON object in base64url begins with these characters, and opaque tokens practically never do.
      (kind, claims) = (text.hasPrefix("eyJ") ? .incomplete : .opaque, [:])
      self.header = kind == .incomplete ? first ?? [:] : [:]
      return
    }
    self.header = header
    guard parts.count == 3 else {
      (kind, claims) = (.encrypted, [:])
      return
    }
    claims = Self.object(parts[1]) ?? [:]
    kind = TokenKind(type: header["typ"]?.string, claims: claims)
  }

  private static func object(_ part: String) -> [String: JSONValue]? {
    guard let bytes = try? Base64URL.decode(part) else { return nil }
    return try? JSONValue(bytes: bytes).object
  }
}
