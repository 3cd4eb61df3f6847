package import OAuthCore

/// Why a client's published keys aren't asked for.
package enum ClientKeysError: Error, Sendable, Hashable {
  /// The server was given no transport.
  case noTransport
  /// The address is one that the server sends nothing to.
  case addressNotAllowed
}

extension ClientKeysError: ExplainedError {
  /// A stable name.
  package var code: String {
    switch self {
    case .noTransport: "client_keys_no_transport"
    case .addressNotAllowed: "client_keys_address_not_allowed"
    }
  }

  /// Always `FlowStep.verification`.
  package var step: FlowStep { .verification }

  /// What is wrong.
  package var explanation: String {
    switch self {
    case .noTransport:
      "The client publishes its keys at an address, and this server was given no transport to fetch them."
    case .addressNotAllowed: "The client publishes its keys at an address that this server does not send requests to."
    }
  }

  /// What to do about it.
  package var remedy: String {
    switch self {
    case .noTransport: "Give the AuthorizationServer a transport, or register the keys themselves (jwks)."
    case .addressNotAllowed: "Publish them at a public https address, or register the keys themselves (jwks)."
    }
  }
}
