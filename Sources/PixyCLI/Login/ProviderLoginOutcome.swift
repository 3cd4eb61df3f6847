#if CLI
internal import OAuthCore
internal import OAuthProviders

/// What a sign-in at a provider gave.
struct ProviderLoginOutcome {
  let provider: Provider
  var tokens: TokenOutcome
  var profile: Profile?

  init(_ provider: Provider, _ tokens: TokenOutcome) {
    self.provider = provider
    self.tokens = tokens
  }

  /// Everything for a program to read, secrets included.
  var json: String {
    var members = tokens.members
    members["provider"] = .string(provider.id)
    if let profile {
      var told: [String: JSONValue] = ["id": .string(profile.id)]
      told["login"] = profile.login.map { .string($0) }
      told["name"] = profile.name.map { .string($0) }
      told["picture"] = profile.picture.map { .string($0.text) }
      told["email"] = profile.email.map { .string($0) }
      members["profile"] = .object(told)
    }
    return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
  }
}
#endif
