package import OAuthCore

/// The reason for not fetching a client's published keys.
package enum ClientKeysError: Error, Sendable, Hashable {
  /// The server has no transport.
  case noTransport
  /// The server sends no requests to this address (``OutgoingAddresses``).
  case addressNotAllowed
}

extension ClientKeysError: ExplainedError {
  /// A stable identifier of the error.
  package var code: String {
    switch self {
    case .noTransport: "client_keys_no_transport"
    case .addressNotAllowed: "client_keys_address_not_allowed"
    }
  }

  /// Always `FlowStep.verification`.
  package var step: FlowStep { .verification }

  /// The problem.
  package var explanation: String {
    switch self {
    case .noTransport:
      "The client publishes its keys at an address, and this server has no transport to fetch them."
    case .addressNotAllowed: "The client publishes its keys at an address that this server does not send requests to."
    }
  }

  /// The remedy.
  package var remedy: String {
    switch self {
    case .noTransport: "Give the AuthorizationServer a transport, or register the keys themselves (jwks)."
    case .addressNotAllowed: "Publish the keys at a public https address, or register the keys themselves (jwks)."
    }
  }
}
