public import OAuthCore
public import OAuthWebSessions

/// The requirement of routes on their user.
public struct UserRequirement: Sendable, Hashable {
  /// The scope that the user granted at least.
  public var scope: Scope
  /// The claims that the user has. The claim is equal to the value, or is an array with the value,
  /// as `groups` is. `WebSignIn` has to keep these claims.
  public var claims: [String: JSONValue]
  /// The identifiers of the accepted providers; empty for all.
  public var providers: Set<String>

  /// Creates a requirement.
  ///
  /// - Parameters:
  ///   - scope: The scope that the user granted at least. Default: none.
  ///   - claims: The claims that the user has. Default: none.
  ///   - providers: The identifiers of the accepted providers. Default: all.
  public init(scope: Scope = .none, claims: [String: JSONValue] = [:], providers: Set<String> = []) {
    self.scope = scope
    self.claims = claims
    self.providers = providers
  }

  /// Any signed-in user.
  public static let signedIn = UserRequirement()

  /// Returns whether a user meets the requirement.
  ///
  /// - Parameter user: The user of a session.
  public func isMet(by user: SessionUser) -> Bool {
    (providers.isEmpty || providers.contains(user.provider))
      && scope.tokens.allSatisfy { user.scope?.contains($0) == true }
      && claims.allSatisfy { name, value in
        guard let claim = user.claims[name] else { return false }
        return claim == value || claim.array?.contains(value) == true
      }
  }
}
