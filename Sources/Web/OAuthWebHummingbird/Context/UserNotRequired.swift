public import OAuthCore

/// The error of a route that needs a session but isn't behind a ``SignInRequiredMiddleware``.
public struct UserNotRequired: Error, Sendable, Hashable {
  /// Creates the error.
  init() {}
}

extension UserNotRequired: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "user_not_required", at: .configuration, .mistake,
      "A route needs a signed-in user, but no middleware in front of it requires one.",
      remedy: "Add a SignInRequiredMiddleware to the route's group, before the route.")
  }
}
