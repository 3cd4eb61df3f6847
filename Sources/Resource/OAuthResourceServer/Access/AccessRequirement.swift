public import OAuthCore

/// The requirements of a route on a token, besides its validity.
public struct AccessRequirement: Sendable, Hashable {
  /// The required scope. The token must have all of it.
  public var scope: Scope
  /// The accepted authentication context classes, one of which must be the token's `acr` (RFC 9470
  /// §3). Empty accepts any.
  public var acrValues: [String]
  /// The maximum time since the user's authentication (RFC 9470 §3); `nil` for no limit. A token
  /// without `auth_time` doesn't meet a limit.
  public var maxAge: Duration?

  /// No requirement besides a valid token.
  public static let token = AccessRequirement()

  /// Creates a requirement.
  ///
  /// - Parameters:
  ///   - scope: The required scope, all of it. Default: none.
  ///   - acrValues: The accepted authentication context classes, the preferred one first. Default:
  ///     any.
  ///   - maxAge: The maximum time since the user's authentication, in whole seconds, 0 or more.
  ///     Default: no limit.
  public init(scope: Scope = .none, acrValues: [String] = [], maxAge: Duration? = nil) {
    self.scope = scope
    self.acrValues = acrValues
    self.maxAge = maxAge
  }
}
