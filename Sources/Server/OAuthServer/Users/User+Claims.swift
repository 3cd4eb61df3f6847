internal import OAuthCore

extension User {
  /// Returns the names of the claims that a scope grants (OpenID Connect Core §5.4).
  static func claimNames(of scope: String) -> [String] {
    switch scope {
    case "profile":
      [
        "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
        "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at",
      ]
    case "email": ["email", "email_verified"]
    case "address": ["address"]
    case "phone": ["phone_number", "phone_number_verified"]
    // No specification defines it, and most servers and applications have it.
    case "groups": [groupsClaim]
    default: scope.hasPrefix(ownClaim) ? [String(scope.dropFirst(ownClaim.count))] : []
    }
  }

  /// The claim with the names of the user's groups.
  package static let groupsClaim = "groups"

  /// The groups that the user belongs to.
  package var groups: [String] { claims[Self.groupsClaim]?.strings ?? [] }

  /// Returns whether the user may use a client (``ClientSettings/allowedGroups``).
  func mayUse(_ client: RegisteredClient) -> Bool {
    let allowedGroups = client.settings.allowedGroups
    return allowedGroups.isEmpty || !Set(allowedGroups).isDisjoint(with: groups)
  }

  /// The prefix of scope tokens for a directory's own claims; the claim's name follows. The scopes
  /// of the specification grant no other claims.
  private static let ownClaim = "claim:"

  /// Returns the scope token that grants a claim (OpenID Connect Core §5.4); `nil` for a claim that
  /// every ID token has.
  package static func scopeToken(opening claim: String) -> String? {
    // `name#ja` is the name in Japanese (§5.2).
    let name = claim.split(separator: "#").first.map(String.init) ?? ""
    guard !ofTokens.contains(name) else { return nil }
    return ["profile", "email", "address", "phone", "groups"].first { claimNames(of: $0).contains(name) } ?? ownClaim
      + name
  }

  /// Returns the values of these claims. A claim without a value is left out (§5.3.2).
  func claims(named names: some Sequence<String>) -> [String: JSONValue] {
    var knownClaims: [String: JSONValue] = [:]
    for name in names { knownClaims[name] = claim(name) }
    return knownClaims
  }

  /// The names that no claim of a user may have, because they are claims about a token.
  private static let ofTokens: Set<String> = [
    "iss", "sub", "aud", "exp", "iat", "nbf", "jti", "auth_time", "nonce", "acr", "amr", "azp", "sid", "at_hash",
    "c_hash", "s_hash", "cnf", "act", "client_id", "scope", "events",
  ]

  private func claim(_ name: String) -> JSONValue? {
    switch name {
    case "name": .string(self.name)
    case "preferred_username": .string(username)
    case "picture": picture.map { .string($0) } ?? claims[name]
    case "email": email.map { .string($0) } ?? claims[name]
    default: Self.ofTokens.contains(name) ? nil : claims[name]
    }
  }
}
