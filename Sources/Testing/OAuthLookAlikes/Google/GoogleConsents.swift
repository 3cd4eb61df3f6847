internal import OAuthCore
internal import OAuthServer
internal import Synchronization

/// The clients that the user has consented to, and the codes that include a refresh token.
///
/// Google issues a refresh token only with the first consent or a renewed one.
final class GoogleConsents: Sendable {
  private let clients = Mutex<Set<String>>([])
  private let codes = Mutex<Set<SecretHash>>([])

  /// Records the user's consent.
  /// - Returns: Whether it is the first consent for this client.
  func agreed(with client: String) -> Bool {
    clients.withLock { $0.insert(client).inserted }
  }

  /// Removes the consent after the user or the client revoked it.
  func forget(_ client: String) {
    clients.withLock { _ = $0.remove(client) }
  }

  /// Marks a code as one that includes a refresh token.
  func allowRefreshing(_ code: Secret) {
    codes.withLock { _ = $0.insert(SecretHash(of: code)) }
  }

  /// Returns whether this code includes a refresh token, and removes the mark.
  func allowsRefreshing(_ code: String) -> Bool {
    codes.withLock { $0.remove(SecretHash(of: Secret(code))) != nil }
  }
}
