internal import Foundation
#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
public import HTTPTypes
public import OAuthCore
internal import Synchronization

/// An HTTP transport for apps on Apple's systems, based on `URLSession`. It uses the user's
/// proxies, virtual private networks and cellular data, and needs no package.
///
/// Create one and share it. It keeps connections open between requests, and closes them when the
/// last reference to it is released. It stores no cookies, no cache and no credentials.
///
/// ```swift
/// let transport = URLSessionTransport()
/// let request = try Endpoint("https://login.example.com/jwks").request(.get)
/// let answer = try await transport.send(request, body: [], limits: HTTPLimits())
/// ```
///
/// `URLSession` joins repeated fields with commas, which means the same (RFC 9110 §5.3). Only
/// `Set-Cookie` becomes unreadable, and no OAuth endpoint uses it. On Linux the transport works
/// too, but it can't be restricted to certain certificate authorities, and it reports a failed TLS
/// handshake as `HTTPTransportError.Kind.brokenAnswer`. Prefer
/// `AsyncHTTPClientTransport` there.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges: URLSessionExchanges
  private let connections = Mutex(IdleConnections())

  /// Creates a transport that trusts the system's certificate authorities.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    exchanges = URLSessionExchanges()
    // The session's delegate stops redirects, because Linux's URLSession ignores a task's delegate
    // and follows them.
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    // A session retains its delegate until it is invalidated.
    session.finishTasksAndInvalidate()
  }

  /// Sends a request and waits for the whole response; see `HTTPTransport`.
  /// - Parameters:
  ///   - request: The request with scheme (http or https), authority and path.
  ///   - body: The request's bytes. It must be empty for GET and HEAD, for which `URLSession` sends
  ///     no body.
  ///   - limits: The timeout and the largest accepted body.
  /// - Throws: `HTTPTransportError` if no whole response arrived; `CancellationError` if the task
  ///   was cancelled.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let origin = "\(request.scheme ?? "?")://\(request.authority ?? "?")"
    // A URLSession tells the address of a connection only afterwards.
    guard !limits.reachesPublicAddressesOnly,
      let urlRequest = URLRequest(request, body: body, timeout: limits.timeout)
    else {
      throw HTTPTransportError(.invalidRequest, origin: origin)
    }
    return try await limits.enforcingTimeout(of: origin) { [self] in
      if connections.withLock({ $0.needsNewConnection(for: request.method, at: MonotonicClock.system.now()) }) {
        await leaveConnections()
      }
      let exchange = URLSessionExchange(origin: origin, answerBytes: limits.answerBytes)
      defer { connections.withLock { $0.use(at: MonotonicClock.system.now()) } }
      return try await exchanges.run(exchange, as: session.dataTask(with: urlRequest))
    }
  }

  /// Lets later requests begin on new connections
  /// (developer.apple.com/documentation/foundation/urlsession/flush(completionhandler:)).
  private func leaveConnections() async {
    await withCheckedContinuation { continuation in session.flush { continuation.resume() } }
  }
}
