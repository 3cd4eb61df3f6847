package import OAuthCore

/// The reason for not fetching a client's published keys.
package enum ClientKeysError: String, Error, Sendable, Hashable {
  /// The server has no transport.
  case noTransport = "client_keys_no_transport"
  /// The server sends no requests to this address (``OutgoingAddresses``).
  case addressNotAllowed = "client_keys_address_not_allowed"
}

extension ClientKeysError: ExplainedError {
  /// The raw value.
  package var code: String { rawValue }

  /// Always `FlowStep.verification`.
  package var step: FlowStep { .verification }

  /// Always `ErrorCategory.mistake`.
  package var category: ErrorCategory { .mistake }

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
