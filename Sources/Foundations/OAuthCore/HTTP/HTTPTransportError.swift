/// The reason why no whole response arrived. It names the origin (scheme, host, port) and never a
/// path, query or body.
public struct HTTPTransportError: Error, Sendable, Hashable {
  /// The category of a transport failure.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The request has no usable scheme, host or path.
    case invalidRequest = "invalid_request_target"
    /// The name is unknown, no server listens at the address, or the network is down.
    case connectionFailed = "connection_failed"
    /// The server's certificate isn't trusted, or TLS failed for another reason.
    case tlsFailed = "tls_failed"
    /// The timeout passed.
    case timedOut = "timed_out"
    /// The response was larger than the limit.
    case answerTooLarge = "answer_too_large"
    /// The connection ended before the response did, or the response wasn't HTTP.
    case brokenAnswer = "broken_answer"

    /// The category of an error of this kind.
    package var category: ErrorCategory { HTTPTransportError(self, origin: "").category }
  }

  /// The category of the failure.
  public let kind: Kind
  /// The server's scheme, host and port.
  public let origin: String
  /// The cause in a few words, such as `its name was not found`, made safe to show.
  public let cause: UntrustedText?

  /// Creates an error. Transports call it.
  /// - Parameters:
  ///   - kind: The category of the failure.
  ///   - origin: The server's scheme, host and port.
  ///   - cause: The library's own name for the failure. It must not contain a URL, field or body.
  public init(_ kind: Kind, origin: String, cause: String? = nil) {
    self.kind = kind
    self.origin = origin
    self.cause = cause.map(UntrustedText.init)
  }
}

extension HTTPTransportError: UncertainOutcome {
  package var mayHaveSucceeded: Bool {
    switch kind {
    case .timedOut, .brokenAnswer, .answerTooLarge: true
    case .connectionFailed, .tlsFailed, .invalidRequest: false
    }
  }
}

extension HTTPTransportError: ExplainedError {
  /// The facts of the kind. The explanation names the origin and the cause.
  public var facts: ErrorFacts {
    let (category, problem, remedy): (ErrorCategory, String, String) =
      switch kind {
      case .invalidRequest:
        (.mistake, "The request for \(origin) could not be sent", "Check the endpoint's address.")
      case .connectionFailed:
        (
          .offline, "Could not connect to \(origin)",
          "Check the address and the network. The request was not sent, so it is safe to try again."
        )
      case .tlsFailed:
        (
          .offline, "Could not establish a trusted TLS connection to \(origin)",
          "Check the server's certificate, this machine's clock and its trusted certificate authorities."
        )
      case .timedOut:
        (
          .offline, "\(origin) did not answer in time",
          "Try again. If the problem persists, the server or a proxy may be overloaded."
        )
      case .answerTooLarge:
        (
          .invalidInput, "The response of \(origin) is larger than allowed",
          "Check that the address is an OAuth endpoint and not a web page."
        )
      case .brokenAnswer:
        (
          .offline, "The response of \(origin) ended early or cannot be read",
          "Try again. If the problem persists, report it to the server's operator."
        )
      }
    return ErrorFacts(
      kind.rawValue, at: .transport, category, problem + (cause.map { " (\($0))." } ?? "."), remedy: remedy)
  }
}
