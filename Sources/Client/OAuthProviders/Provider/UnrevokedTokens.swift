public import OAuthCore

/// The reason why tokens stay valid at a provider after a sign-out, and the user's remedy.
///
/// `SignOutOutcome.deletedOnly` has it after ``ProviderClient/signOut(_:)`` and
/// ``SignInService/signOut()``. The tokens are deleted on this machine. Show ``explanation`` and
/// ``remedy`` to the user.
public struct UnrevokedTokens: Error, Sendable {
  /// The provider's name.
  public let provider: String
  /// The reason: a ``ProviderError``, an error of the endpoint or of the transport.
  public let cause: any Error
  /// The place where the user removes the application's access, with the client ID filled in; `nil`
  /// if users have no such page, or none is known.
  public let place: String?
  /// The tokens that stay valid and their lifetime, as the rest of a sentence.
  private let rest: String

  /// Describes tokens that were not revoked.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - clientID: The client ID of the application there.
  ///   - hasExpiry: Whether the access token has an expiration time; `nil` if the tokens couldn't
  ///     be read.
  ///   - cause: The reason why the provider didn't revoke them.
  package init(at provider: Provider, clientID: String, hasExpiry: Bool?, because cause: any Error) {
    let access = provider.remainingAccess
    self.provider = provider.name
    self.cause = cause
    place = access.place?.replacing("{client_id}", with: UntrustedText(clientID).description)
    let end = access.end.map { ", \($0)" } ?? ""
    rest =
      switch (cause, access.isEndless, hasExpiry) {
      case (ProviderError.refreshTokenLivesOn, _, _): "the refresh token stays valid until it expires\(end)"
      case (_, true, false): "the tokens stay valid: they don't expire"
      case (_, true, nil): "the tokens stay valid, and may not expire"
      default: "the tokens stay valid until they expire\(end)"
      }
  }
}

extension UnrevokedTokens: ExplainedError {
  /// The step and the category of the cause; how long the tokens stay valid; and the place where the
  /// user removes the application's access. Nothing has to be done again on this machine.
  public var facts: ErrorFacts {
    let reason = (cause as? any ExplainedError)?.facts
    return ErrorFacts(
      "tokens_not_revoked", at: reason?.step ?? .resource, ErrorCategory(of: cause) ?? .refused,
      "\(reason?.explanation ?? "\(provider) did not revoke the tokens.") At \(provider), \(rest).",
      remedy: place.map { "To end the access now, remove the application at \($0)." }
        ?? "To end the access now, ask the administrator of \(provider) to revoke the application's tokens.")
  }
}
