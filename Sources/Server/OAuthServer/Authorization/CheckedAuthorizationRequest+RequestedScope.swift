internal import OAuthCore

extension CheckedAuthorizationRequest {
  /// The scope that a decision about the request covers: its `scope`, and the scope tokens of the
  /// claims that it requests by name (OpenID Connect Core §5.5).
  /// - Throws: Never in practice, because ``ClaimsRequest`` returns only names that scope tokens
  ///   may have. An error prevents that a page shows less than the server grants.
  var requestedScope: Scope {
    get throws(ScopeError) {
      guard let claims = details.claims.map(ClaimsRequest.init(json:)) else { return scope }
      let names = Set(ClaimsRequest.Place.allCases.flatMap { claims.names(in: $0) })
      return scope.union(try Scope(Set(names.compactMap(User.scopeToken)).sorted()))
    }
  }

  /// The permissions that the page shows to the user.
  var permissions: [Permission] {
    get throws(ScopeError) { Permission.list(try requestedScope, of: client) }
  }
}
