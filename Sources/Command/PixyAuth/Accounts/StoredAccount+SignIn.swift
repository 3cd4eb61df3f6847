package import FoundationBasics
package import OAuthCore
internal import OpenIDConnect
internal import PixyTerminal
internal import TokenStorage

/// The times at which an account's user has to sign in again, as far as the server said.
extension StoredAccount {
  /// The time when the user has to sign in again. A client's own tokens have none.
  private var signInDeadline: Date? {
    record.grant.isRepeatable ? nil : tokens.signInDeadline
  }

  /// The end of the session at the identity provider: the `session_expiry` of the stored ID token.
  private var sessionExpiresAt: Date? {
    tokens.additionalMembers["id_token"]?.string.flatMap { try? IDToken(stored: Secret($0)) }?.sessionExpiresAt
  }

  /// Returns whether new tokens can be obtained without the user.
  ///
  /// - Parameter date: The time when they are needed.
  package func isRenewable(at date: Date) -> Bool {
    if record.grant.isRepeatable { return true }
    return tokens.refreshToken != nil && signInDeadline.map { $0 > date } ?? true
  }

  /// The longest time before the deadline at which the user is warned.
  private static let warningTime: TimeInterval = 7 * 86_400

  /// Returns whether the user has to sign in again within a week, whatever is refreshed.
  ///
  /// - Parameter now: The current time.
  package func endsSoon(at now: Date) -> Bool {
    guard !record.grant.isRepeatable, let end = tokens.authorizationExpiresAt else { return false }
    return end.timeIntervalSince(now) < Self.warningTime
  }

  /// Returns clauses about the next sign-in, such as `sign in again in 12 days`.
  ///
  /// The end of a refresh token is left out until its last week, because most refreshes move it.
  ///
  /// - Parameter now: The current time.
  package func signInClauses(at now: Date) -> [String] {
    var clauses: [String] = []
    if let deadline = signInDeadline, deadline > now {
      let words = "sign in again \(deadline.inWords(now: now))"
      if deadline == tokens.authorizationExpiresAt {
        clauses.append(words)
      } else if deadline.timeIntervalSince(now) < Self.warningTime {
        clauses.append(words + " unless a refresh extends that")
      }
    }
    if let end = sessionExpiresAt {
      clauses.append(
        end > now
          ? "the identity provider's session ends \(end.inWords(now: now))"
          : "the identity provider's session has ended")
    }
    return clauses
  }

  /// The same times as members of a JSON object.
  package var signInMembers: [String: JSONValue] {
    let ends = [
      "sign_in_deadline": signInDeadline, "refresh_token_expires_at": tokens.refreshTokenExpiresAt,
      "authorization_expires_at": tokens.authorizationExpiresAt, "session_expires_at": sessionExpiresAt,
    ]
    return ends.compactMapValues { $0.map { .string($0.formatted(.iso8601)) } }
  }
}
