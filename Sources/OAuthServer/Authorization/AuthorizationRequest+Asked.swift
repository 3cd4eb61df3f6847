internal import OAuthCore

extension AuthorizationRequest {
  /// What a decision about the request covers: its scope, and what it asks for by the names of claims (OpenID Connect Core §5.5),
  /// each as the scope token that opens the claim.
  /// - Throws: never, as ``ClaimsRequest`` gives names that scope tokens may have alone. If it did, nobody would be shown less than is given.
  var asked: Scope {
    get throws(ScopeError) {
      guard let claims = details.claims.map(ClaimsRequest.init(json:)) else { return scope }
      let names = Set(ClaimsRequest.Place.allCases.flatMap { claims.names(in: $0) })
      return scope.union(try Scope(Set(names.compactMap(User.scopeToken)).sorted()))
    }
  }

  /// What the person is shown of it.
  var permissions: [Permission] {
    get throws(ScopeError) { Permission.list(try asked) }
  }
}
