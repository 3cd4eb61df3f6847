#if CLI
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// What a sign-in at a provider gave.
struct ProviderLoginOutcome {
  let provider: Provider
  let tokens: TokenOutcome
  let profile: Profile?

  /// Everything for a program to read, secrets included.
  var json: String {
    var members = tokens.members
    members["provider"] = .string(provider.id)
    members["profile"] = profile.map { .object(Self.members(of: $0)) }
    // A check that failed would have ended the sign-in; `iss` is compared wherever it comes and the issuer is known.
    let verified: [String: JSONValue] = [
      "state": true, "code_challenge_method": "S256",
      "iss": .bool(tokens.client.server.authorizationResponseIssParameterSupported),
      "profile_sub": .bool(tokens.idToken != nil && profile != nil),
    ]
    members["verified"] = .object(tokens.verified.merging(verified) { $1 })
    return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
  }

  private static func members(of profile: Profile) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .string(profile.id)]
    members["login"] = profile.login.map { .string($0) }
    members["name"] = profile.name.map { .string($0) }
    members["picture"] = profile.picture.map { .string($0.text) }
    members["email"] = profile.email.map { .string($0) }
    members["email_verified"] = profile.isEmailVerified.map { .bool($0) }
    return members
  }
}
#endif
