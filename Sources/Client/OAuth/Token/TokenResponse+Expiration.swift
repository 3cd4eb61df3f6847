public import FoundationBasics
internal import OAuthCore

extension TokenResponse {
  /// The time when the refresh token expires unless it is used before, by this machine's clock;
  /// `nil` if the server sent no usable lifetime, or no end.
  ///
  /// The member is `refresh_token_timeout` (draft-ietf-oauth-refresh-token-expiration-03 §6.1).
  /// Before the draft, servers chose names of their own, which are read too:
  /// `refresh_token_expires_in` (GitHub, Google, LinkedIn) and `refresh_expires_in` (Keycloak).
  public var refreshTokenExpiresAt: Date? {
    end(of: "refresh_token_timeout", "refresh_token_expires_in", "refresh_expires_in")
  }

  /// The time when the user's authorization ends, whatever is refreshed, by this machine's clock;
  /// `nil` if the server sent no usable lifetime, or no end.
  ///
  /// The member is `authorization_expires_in` (draft-ietf-oauth-refresh-token-expiration-03 §6.1).
  public var authorizationExpiresAt: Date? { end(of: "authorization_expires_in") }

  /// Returns the end of the first lifetime that can be used. 0 counts as absent, because Keycloak
  /// sends it for tokens without an end.
  private func end(of names: String...) -> Date? {
    let members = AnswerMembers(additionalMembers, of: .token)
    return names.lazy.compactMap { members.usableDuration($0) }.first { $0 > .zero }
      .map { receivedAt.addingTimeInterval(TimeInterval($0.components.seconds)) }
  }
}
