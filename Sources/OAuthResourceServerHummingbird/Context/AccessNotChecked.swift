public import OAuthCore

/// A route asked for an `Access` and isn't behind an ``AccessMiddleware``.
public struct AccessNotChecked: Error, Sendable, Hashable {
  /// The only one.
  init() {}
}

extension AccessNotChecked: ExplainedError {
  /// A stable name.
  public var code: String { "access_not_checked" }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// What happened.
  public var explanation: String { "A route needs an access token, and nothing in front of it checks one." }

  /// What to do about it.
  public var remedy: String { "Add an AccessMiddleware to the route's group, before the route." }
}
