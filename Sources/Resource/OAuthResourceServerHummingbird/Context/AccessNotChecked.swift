public import OAuthCore

/// The error of a route that needs an `Access` but isn't behind an ``AccessMiddleware``.
public struct AccessNotChecked: Error, Sendable, Hashable {
  /// Creates the error.
  init() {}
}

extension AccessNotChecked: ExplainedError {
  /// The error's stable code.
  public var code: String { "access_not_checked" }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The sentence that says what happened.
  public var explanation: String { "A route needs an access token, but no middleware in front of it validates one." }

  /// The sentence that says what the developer can do about it.
  public var remedy: String { "Add an AccessMiddleware to the route's group, before the route." }
}
