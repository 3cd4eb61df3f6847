internal import OAuthCore

extension AuthorizationRequest {
  /// What a decision about the request covers: its scope, and what it asks for by the names of claims (OpenID Connect Core §5.5),
  /// each as the scope that opens the claim (§5.4) or, where none does, as `claim:` and its name. `nil` if a name is none that can be
  /// kept, so that the person is asked each time.
  var asked: Scope? {
    guard let claims = details.claims.map(ClaimsRequest.init(json:)) else { return scope }
    let names = Set(ClaimsRequest.Place.allCases.flatMap { claims.names(in: $0) })
    // `name#ja` is the name in Japanese (§5.2).
    let tokens = names.compactMap { Self.scopeToken(opening: $0.split(separator: "#").first.map(String.init) ?? "") }
    return (try? Scope(Set(tokens).sorted())).map(scope.union)
  }

  /// What the person is shown of it.
  var permissions: [Permission] { Permission.list(asked ?? scope) }

  private static func scopeToken(opening claim: String) -> String? {
    switch claim {
    case "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "azp", "at_hash", "c_hash", "sid": nil
    default: User.scope(opening: claim) ?? "claim:" + claim
    }
  }
}
