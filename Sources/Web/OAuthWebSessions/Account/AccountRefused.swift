public import OAuthCore

/// The error with which an application refuses a user: when the user signs in, or at a request.
public struct AccountRefused: Error, Sendable, Hashable {
  /// The sentences for the user. They aren't logged.
  public let words: String

  /// Creates the error.
  ///
  /// - Parameter words: The sentences for the user: the reason, and what the user can do.
  public init(_ words: String) {
    self.words = words
  }
}

extension AccountRefused: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "account_refused", at: .resource, .refused, "The application refused the user.",
      remedy: "Do what the application's page says, or sign in with another account.")
  }
}
