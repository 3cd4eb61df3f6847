public import OAuthCore

/// The error of a route that needs a session but isn't behind a ``UserMiddleware``.
public struct UserNotRequired: Error, Sendable, Hashable {
  /// Creates the error.
  init() {}
}

extension UserNotRequired: ExplainedError {
  /// The error's stable code.
  public var code: String { "user_not_required" }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The sentence that says what happened.
  public var explanation: String { "A route needs a signed-in user, but no middleware in front of it requires one." }

  /// The sentence that says what the developer can do about it.
  public var remedy: String { "Add a UserMiddleware to the route's group, before the route." }
}
