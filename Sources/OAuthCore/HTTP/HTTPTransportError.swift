/// Why no whole answer came. It names the origin (scheme, host, port) and never a path, query or body.
public struct HTTPTransportError: Error, Sendable, Hashable {
  /// What went wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The request has no scheme, host or path that could be sent.
    case invalidRequest = "invalid_request_target"
    /// The name isn't known, nobody listens, or the network is down.
    case connectionFailed = "connection_failed"
    /// The server's certificate isn't trusted, or TLS failed otherwise.
    case tlsFailed = "tls_failed"
    /// The time limit passed.
    case timedOut = "timed_out"
    /// The answer was larger than the limit.
    case answerTooLarge = "answer_too_large"
    /// The connection ended before the answer did, or what came was no HTTP.
    case brokenAnswer = "broken_answer"
  }

  /// What went wrong.
  public let kind: Kind
  /// Scheme, host and port of the server.
  public let origin: String
  /// The library's word for the cause, made safe to show.
  public let cause: UntrustedText?

  /// Made by transports.
  /// - Parameters:
  ///   - kind: what went wrong.
  ///   - origin: scheme, host and port of the server.
  ///   - cause: the library's own name for the failure; must not hold a URL, field or body.
  public init(_ kind: Kind, origin: String, cause: String? = nil) {
    self.kind = kind
    self.origin = origin
    self.cause = cause.map(UntrustedText.init)
  }
}

extension HTTPTransportError: ExplainedError {
  /// The kind's raw value.
  public var code: String { kind.rawValue }

  /// Always ``FlowStep/transport``.
  public var step: FlowStep { .transport }

  /// What happened, and with which origin.
  public var explanation: String {
    let what =
      switch kind {
      case .invalidRequest: "The request for \(origin) cannot be sent"
      case .connectionFailed: "No connection to \(origin)"
      case .tlsFailed: "No trusted TLS connection to \(origin)"
      case .timedOut: "\(origin) did not answer in time"
      case .answerTooLarge: "The answer of \(origin) is larger than allowed"
      case .brokenAnswer: "The answer of \(origin) broke off or is not HTTP"
      }
    return what + (cause.map { " (\($0))." } ?? ".")
  }

  /// What to do about it.
  public var remedy: String {
    switch kind {
    case .invalidRequest: "Check the endpoint's address."
    case .connectionFailed: "Check the address and the network; nothing was changed, so it is safe to try again."
    case .tlsFailed: "Check the server's certificate and this machine's clock and trusted authorities."
    case .timedOut: "Try again; if it lasts, the server or a proxy on the way is overloaded."
    case .answerTooLarge: "Check that the address is an OAuth endpoint and not a web page."
    case .brokenAnswer: "Try again; if it lasts, tell the server's operator."
    }
  }
}
