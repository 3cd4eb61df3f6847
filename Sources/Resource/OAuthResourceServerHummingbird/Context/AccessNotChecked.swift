public import OAuthCore

/// The error of a route that needs an `Access` but isn't behind an ``AccessMiddleware``.
public struct AccessNotChecked: Error, Sendable, Hashable {
  /// Creates the error.
  init() {}
}

extension AccessNotChecked: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "access_not_checked", at: .configuration, .mistake,
      "A route needs an access token, but no middleware in front of it validates one.",
      remedy: "Add an AccessMiddleware to the route's group, before the route.")
  }
}
