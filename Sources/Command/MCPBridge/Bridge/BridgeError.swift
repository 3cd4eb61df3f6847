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
}

extension BridgeError: ExplainedError {
  package var code: String {
    switch self {
    case .status: "unexpected_status"
    case .notAMessage: "not_a_message"
    case .endedEarly: "ended_early"
    case .noNewSession: "no_new_session"
    }
  }

  package var step: FlowStep { .resource }

  package var category: ErrorCategory {
    switch self {
    case .status(let status): ErrorCategory(status: status)
    case .notAMessage: .invalidInput
    case .endedEarly, .noNewSession: .temporary
    }
  }

  package var explanation: String {
    switch self {
    case .status(let status): "The MCP server answered with status \(status)."
    case .notAMessage(let type): "The MCP server answered with \(type) instead of a JSON-RPC message."
    case .endedEarly: "The MCP server ended the answer before the response arrived."
    case .noNewSession: "The MCP server ended the session, and did not begin a new one."
    }
  }

  package var remedy: String {
    switch self {
    case .status(404), .status(405), .notAMessage: "Check that the address is that of a Streamable HTTP MCP server."
    case .status(413): "Send less at a time. The server, or a proxy before it, accepts no message of this size."
    // RFC 9110 §15.5: the same request would be rejected again.
    case .status(let status) where (400..<500).contains(status) && status != 408 && category != .temporary:
      "Tell the server's operator, or the developer of the host."
    case .status, .endedEarly, .noNewSession: "Try again. If the problem persists, tell the server's operator."
    }
  }
}
