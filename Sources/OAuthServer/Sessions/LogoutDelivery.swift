public import OAuthCore

/// How a server tells clients that a session has ended (OpenID Connect Back-Channel Logout §2.5).
///
/// Whoever starts a server makes one. The person waits while clients are told, all at once, so that they find themselves signed
/// out everywhere: at most ``timeout`` twice and ``pause`` once.
///
/// Requests go to addresses that were registered for clients, and to nothing else: https, or http on loopback if the server itself
/// runs there. Where anybody may register a client, such an address can be one inside the server's own network (server-side request
/// forgery): the request is a POST with nothing but a token that the attacker's own client gets, redirects aren't followed, and
/// the answer is told to nobody. A transport that goes through a proxy for the outside closes that too.
public struct LogoutDelivery: Sendable {
  /// What carries the requests.
  public let transport: any HTTPTransport
  /// How long a client may take to answer.
  public let timeout: Duration
  /// How long to wait before the one more try, for a client that couldn't be reached or said that it failed.
  public let pause: Duration
  let sleep: @Sendable (Duration) async -> Void

  /// Says how.
  /// - Parameters:
  ///   - transport: must not follow redirects; see `HTTPTransport`.
  ///   - timeout: how long a client may take to answer; 3 seconds unless said.
  ///   - pause: how long to wait before the one more try; a second unless said.
  ///   - sleep: how waiting is done; tests wait without time.
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
