public import OAuthCore

/// What a route asks of a token, beyond being good.
public struct AccessRequirement: Sendable, Hashable {
  /// The scope tokens that must all be there.
  public var scope: Scope
  /// The authentication context classes of which the token's `acr` must be one (RFC 9470 §3); empty asks for none.
  public var acrValues: [String]
  /// How long ago the person may have authenticated at most (RFC 9470 §3); nil if it doesn't matter. A token without an `auth_time`
  /// doesn't meet any.
  public var maxAge: Duration?

  /// A good token is enough.
  public static let token = AccessRequirement()

  /// A requirement.
  ///
  /// - Parameters:
  ///   - scope: all of it is needed.
  ///   - acrValues: one of them is needed, the preferred one first.
  ///   - maxAge: in whole seconds, 0 or more.
  public init(scope: Scope = .none, acrValues: [String] = [], maxAge: Duration? = nil) {
    self.scope = scope
    self.acrValues = acrValues
    self.maxAge = maxAge
  }
}
