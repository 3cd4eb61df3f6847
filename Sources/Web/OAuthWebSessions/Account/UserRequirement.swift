package import FoundationBasics
public import OAuthCore

/// The requirement of routes on their user.
///
/// ```swift
/// let admins = UserRequirement(roles: ["admin"])
/// let payments = UserRequirement(acrValues: ["phr"], maxAge: .seconds(300))
/// ```
public struct UserRequirement: Sendable, Hashable {
  /// The scope that the user granted at least.
  public var scope: Scope
  /// The claims that the user has. The claim is equal to the value, or is an array with the value,
  /// as `groups` is. `WebSignIn` has to keep these claims, which are those of the sign-in.
  public var claims: [String: JSONValue]
  /// The identifiers of the accepted providers; empty for all.
  public var providers: Set<String>
  /// The accepted roles, of which the account has at least one (``WebAccounts``); empty for all.
  public var roles: Set<String>
  /// The accepted classes of the user's authentication (`acr`), the preferred one first; empty for
  /// all. A user with another one signs in again, with `acr_values` (RFC 9470 §4).
  public var acrValues: [String]
  /// The largest age of the user's authentication (`auth_time`); `nil` for any. A user with an older
  /// one signs in again, with `max_age` (RFC 9470 §4). An age up to a minute is always accepted, so
  /// that the way back from the provider is short enough.
  public var maxAge: Duration?

  /// Creates a requirement.
  ///
  /// - Parameters:
  ///   - scope: The scope that the user granted at least. Default: none.
  ///   - claims: The claims that the user has. Default: none.
  ///   - providers: The identifiers of the accepted providers. Default: all.
  ///   - roles: The accepted roles, of which the account has at least one. Default: all.
  ///   - acrValues: The accepted classes of the user's authentication, as the provider names them.
  ///     Default: all.
  ///   - maxAge: The largest age of the user's authentication. Default: any.
  public init(
    scope: Scope = .none, claims: [String: JSONValue] = [:], providers: Set<String> = [], roles: Set<String> = [],
    acrValues: [String] = [], maxAge: Duration? = nil
  ) {
    self.scope = scope
    self.claims = claims
    self.providers = providers
    self.roles = roles
    self.acrValues = acrValues
    self.maxAge = maxAge
  }

  /// Any signed-in user.
  public static let signedIn = UserRequirement()

  /// Returns whether a user meets the requirement, apart from the user's authentication.
  ///
  /// - Parameters:
  ///   - user: The user of a session.
  ///   - roles: The roles of the user's account. Default: none.
  public func isMet(by user: SessionUser, roles: Set<String> = []) -> Bool {
    (providers.isEmpty || providers.contains(user.provider))
      && (self.roles.isEmpty || !self.roles.isDisjoint(with: roles))
      && scope.tokens.allSatisfy { user.scope?.contains($0) == true }
      && claims.allSatisfy { name, value in
        guard let claim = user.claims[name] else { return false }
        return claim == value || claim.array?.contains(value) == true
      }
  }

  /// Returns the sign-in that a user lacks; `nil` if the user's authentication is strong and new
  /// enough. An authentication of unknown class or time never is.
  ///
  /// - Parameters:
  ///   - user: The user of the session.
  ///   - now: The current time.
  ///   - clockTolerance: The accepted difference between the provider's clock and this one, in seconds, as
  ///     with ID tokens.
  package func missingStepUp(of user: SessionUser, now: Date, clockTolerance: Double) -> StepUp? {
    let stepUp = StepUp(acrValues: acrValues, maxAge: maxAge.map { max(0, $0.components.seconds) })
    guard stepUp.accepts(user.authenticationContext) else { return stepUp }
    guard let maxAge = stepUp.maxAge else { return nil }
    guard let time = user.authenticatedAt else { return stepUp }
    let age = now.timeIntervalSince(time)
    return age <= Double(max(maxAge, Self.shortestAge)) + clockTolerance ? nil : stepUp
  }

  /// The age in seconds that is always accepted. Otherwise a route with `max_age=0` would never open.
  private static let shortestAge: Int64 = 60
}
