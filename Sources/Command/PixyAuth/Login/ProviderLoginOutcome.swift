internal import OAuth
package import OAuthCore
internal import OAuthProviders

/// The result of a sign-in at a named provider.
struct ProviderLoginOutcome {
  let provider: Provider
  let tokens: TokenOutcome
  let profile: Profile?

  /// The `--json` output, with secrets.
  var members: [String: JSONValue] {
    var members = tokens.members
    members["provider"] = .string(provider.id)
    members["profile"] = profile.map { .object($0.members) }
    // A failed check ends the sign-in earlier. `iss` is compared if it is present and the issuer is
    // known.
    let verified: [String: JSONValue] = [
      "state": true, "code_challenge_method": "S256",
      "iss": .bool(tokens.client.server.authorizationResponseIssParameterSupported),
      "profile_sub": .bool(tokens.idToken != nil && profile != nil),
    ]
    members["verified"] = .object(tokens.verified.merging(verified) { $1 })
    return members
  }
}

extension Profile {
  /// The profile, with the names of OpenID Connect Core §5.1 where they exist.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .string(id)]
    members["login"] = login.map { .string($0) }
    members["name"] = name.map { .string($0) }
    members["picture"] = picture.map { .string($0.text) }
    members["email"] = email.map { .string($0) }
    members["email_verified"] = isEmailVerified.map { .bool($0) }
    return members
  }
}
