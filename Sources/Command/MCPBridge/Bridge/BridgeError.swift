package import OAuthCore

/// The reason why a request of the host has no answer of the server.
package enum BridgeError: Error, Sendable, Hashable {
  /// The server answered with an error status and no JSON-RPC error.
  case status(Int)
  /// The answer has no JSON-RPC message.
  case notAMessage(type: UntrustedText)
  /// The answer's stream ended before the response, and can't be resumed.
  case endedEarly
  /// The server forgot the session, and a new one can't begin.
  case noNewSession
  /// The host's input ended, and the answers to this many requests didn't arrive in time.
  case unanswered(Int)
}

extension BridgeError: ExplainedError {
  /// The facts of each case.
  package var facts: ErrorFacts {
    switch self {
    case .status(let status):
      ErrorFacts(
        "unexpected_status", at: .resource, ErrorCategory(status: status),
        "The MCP server answered with status \(status).",
        remedy: Self.remedy(forStatus: status))
    case .notAMessage(let type):
      ErrorFacts(
        "not_a_message", at: .resource, .invalidInput,
        "The MCP server answered with \(type) instead of a JSON-RPC message.",
        remedy: Self.addressRemedy)
    case .endedEarly:
      ErrorFacts(
        "ended_early", at: .resource, .temporary, "The MCP server ended the answer before the response arrived.",
        remedy: Self.laterRemedy)
    case .noNewSession:
      ErrorFacts(
        "no_new_session", at: .resource, .temporary,
        "The MCP server ended the session, and did not begin a new one.",
        remedy: Self.laterRemedy)
    case .unanswered(let count):
      ErrorFacts(
        "unanswered", at: .resource, .temporary,
        "The input ended, and \(count == 1 ? "an answer" : "\(count) answers") of the MCP server did not arrive within "
          + "\(Bridge.patience.inWords).",
        remedy: "Keep the input open until the answers have arrived.")
    }
  }

  private static let addressRemedy = "Check that the address is that of a Streamable HTTP MCP server."
  private static let laterRemedy = "Try again. If the problem persists, tell the server's operator."

  private static func remedy(forStatus status: Int) -> String {
    switch status {
    case 404, 405: addressRemedy
    case 413: "Send less at a time. The server, or a proxy before it, accepts no message of this size."
    case 408, 429: laterRemedy
    // RFC 9110 §15.5: the same request would be rejected again.
    case 400..<500: "Tell the server's operator, or the developer of the host."
    default: laterRemedy
    }
  }
}
