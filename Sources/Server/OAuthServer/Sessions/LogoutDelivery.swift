public import OAuthCore

/// Delivers logout tokens to clients when a session has ended (OpenID Connect Back-Channel Logout
/// §2.5).
///
/// Pass one to ``AuthorizationServer`` to offer back-channel logout. The clients are notified
/// concurrently while the user waits, so that the user is signed out everywhere when the page
/// appears: at most twice ``timeout`` and once ``pause``.
///
/// Requests go only to registered addresses: https, or http on loopback if the server itself runs
/// there. With open registration such an address may be inside the server's own network
/// (server-side request forgery). The damage is limited: the request is a POST with only a token
/// for the attacker's own client, redirects aren't followed, and the answer isn't reported to any
/// client. A transport that sends outgoing requests through a proxy closes this gap too.
public struct LogoutDelivery: Sendable {
  /// The HTTP client that sends the requests.
  public let transport: any HTTPTransport
  /// The time in which a client must answer.
  public let timeout: Duration
  /// The time before the only retry, for a client that couldn't be reached or failed.
  public let pause: Duration
  let sleep: @Sendable (Duration) async -> Void

  /// Creates a delivery.
  /// - Parameters:
  ///   - transport: The HTTP client. It must not follow redirects; see `HTTPTransport`.
  ///   - timeout: The time in which a client must answer. Default: 3 seconds.
  ///   - pause: The time before the only retry. Default: one second.
  ///   - sleep: The function that waits. Tests pass one that returns at once. Default:
  ///     `Task.sleep`.
  public init(
    transport: any HTTPTransport, timeout: Duration = .seconds(3), pause: Duration = .seconds(1),
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.transport = transport
    self.timeout = timeout
    self.pause = pause
    self.sleep = sleep
  }
}
