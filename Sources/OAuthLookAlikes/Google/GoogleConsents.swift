internal import OAuthCore
internal import OAuthServer
internal import Synchronization

/// What the person agreed to before, and which codes bring a refresh token because of it.
final class GoogleConsents: Sendable {
  private let clients = Mutex<Set<String>>([])
  private let codes = Mutex<Set<SecretHash>>([])

  /// Remembers an agreement.
  /// - Returns: whether it is the first one with this client.
  func agreed(with client: String) -> Bool {
    clients.withLock { $0.insert(client).inserted }
  }

  /// The person or the client took it back.
  func forget(_ client: String) {
    clients.withLock { _ = $0.remove(client) }
  }

  /// This code brings a refresh token.
  func allowRefreshing(_ code: Secret) {
    codes.withLock { _ = $0.insert(SecretHash(of: code)) }
  }

  /// Whether this code brings a refresh token. It is asked once.
  func allowsRefreshing(_ code: String) -> Bool {
    codes.withLock { $0.remove(SecretHash(of: Secret(code))) != nil }
  }
}
