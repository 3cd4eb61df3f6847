internal import HTTPTypes

/// The rule for requests that need a new connection.
///
/// While a user signs in, the connection of an earlier request is idle, and iOS closes it if the app is
/// suspended meanwhile. `URLSession` notices only when the next request fails (-1005), and repeats only
/// idempotent ones. The code or refresh token of a token request would be lost
/// (TelegramMessenger/telegram-login-ios#13, openid/AppAuth-iOS#460).
struct IdleConnections: Sendable {
  /// The time after which a connection counts as idle.
  static let limit = Duration.seconds(5)

  private var lastUse: Duration?

  /// Records the use of a connection.
  mutating func use(at now: Duration) {
    lastUse = now
  }

  /// Returns whether a request must not use an idle connection.
  func needsNewConnection(for method: HTTPRequest.Method, at now: Duration) -> Bool {
    let isRepeatable = [.get, .head, .put, .delete, .options, .trace].contains(method)
    return !isRepeatable && lastUse.map { now - $0 > Self.limit } ?? false
  }
}
