internal import OAuthCore

extension AuthorizationRequest {
  /// What a decision about the request covers: its scope, and what it asks for by the names of claims (OpenID Connect Core §5.5),
  /// each as the scope that opens the claim (§5.4) or, where none does, as `claim:` and its name.
  /// - Throws: never, as ``ClaimsRequest`` gives names that scope tokens may have alone. If it did, nobody would be shown less than is given.
  var asked: Scope {
    get throws(ScopeError) {
      guard let claims = details.claims.map(ClaimsRequest.init(json:)) else { return scope }
      let names = Set(ClaimsRequest.Place.allCases.flatMap { claims.names(in: $0) })
      // `name#ja` is the name in Japanese (§5.2).
      let tokens = names.compactMap { Self.scopeToken(opening: $0.split(separator: "#").first.map(String.init) ?? "") }
      return scope.union(try Scope(Set(tokens).sorted()))
    }
  }

  /// What the person is shown of it.
  var permissions: [Permission] {
    get throws(ScopeError) { Permission.list(try asked) }
  }

  private static func scopeToken(opening claim: String) -> String? {
    switch claim {
    case "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "azp", "at_hash", "c_hash", "sid": nil
    default: User.scope(opening: claim) ?? "claim:" + claim
    }
  }
}
