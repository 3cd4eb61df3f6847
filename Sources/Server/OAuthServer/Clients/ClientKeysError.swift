package import OAuthCore

/// The reason for not fetching a client's published keys.
package enum ClientKeysError: String, Error, Sendable, Hashable {
  /// The server has no transport.
  case noTransport = "client_keys_no_transport"
  /// The server sends no requests to this address (``OutgoingAddresses``).
  case addressNotAllowed = "client_keys_address_not_allowed"
}

extension ClientKeysError: ExplainedError {
  /// The facts of each case.
  package var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .verification, .mistake)
    return switch self {
    case .noTransport:
      row(
        rawValue, "The client publishes its keys at an address, and this server has no transport to fetch them.",
        remedy: "Give the AuthorizationServer a transport, or register the keys themselves (jwks).")
    case .addressNotAllowed:
      row(
        rawValue, "The client publishes its keys at an address that this server does not send requests to.",
        remedy: "Publish the keys at a public https address, or register the keys themselves (jwks).")
    }
  }
}
