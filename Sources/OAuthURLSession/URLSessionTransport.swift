internal import Foundation
#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
public import HTTPTypes
public import OAuthCore

/// The HTTP transport for apps on Apple's systems, on `URLSession`: it knows the proxies, the virtual private networks and the cellular data
/// that a person has set up, and needs no package.
///
/// Make one and share it: it keeps connections open between requests, and closes them when the last reference goes. It keeps no cookies,
/// no cache and no credentials.
///
/// `URLSession` brings fields that came more than once as one, joined by commas, which means the same (RFC 9110 §5.3). Only `Set-Cookie`
/// can't be read then, and no OAuth endpoint has a use for it. On Linux it works too, with no way to name certificate authorities, and a failed
/// TLS handshake is a broken answer; `AsyncHTTPClientTransport` is the better one there.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges: URLSessionExchanges

  /// A transport that trusts the certificate authorities of the system.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    exchanges = URLSessionExchanges()
    // Redirects have to be stopped by the session's delegate: Linux's URLSession follows them in spite of a task's.
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    // A session holds its delegate until it is told that it's over.
    session.finishTasksAndInvalidate()
  }

  /// Sends a request and waits for the whole answer; see `HTTPTransport`.
  /// - Parameters:
  ///   - request: the request with scheme (http or https), authority and path.
  ///   - body: the request's octets; must be empty for GET and HEAD, which `URLSession` sends without.
  ///   - limits: how long and how much.
  /// - Throws: `HTTPTransportError` when no whole answer came; `CancellationError` when the task was cancelled.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let origin = "\(request.scheme ?? "?")://\(request.authority ?? "?")"
    guard let prepared = URLRequest(request, body: body, timeout: limits.timeout) else {
      throw HTTPTransportError(.invalidRequest, origin: origin)
    }
    return try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
      group.addTask { [session, exchanges] in
        let exchange = URLSessionExchange(origin: origin, answerOctets: limits.answerOctets)
        return try await exchanges.run(exchange, as: session.dataTask(with: prepared))
      }
      group.addTask {
        try await ContinuousClock().sleep(for: limits.timeout)
        throw HTTPTransportError(.timedOut, origin: origin)
      }
      defer { group.cancelAll() }
      do {
        guard let answer = try await group.next() else { throw CancellationError() }
        return answer
      } catch {
        // A cancelled caller hears of the cancellation, whichever child noticed it first.
        try Task.checkCancellation()
        throw error
      }
    }
  }
}
