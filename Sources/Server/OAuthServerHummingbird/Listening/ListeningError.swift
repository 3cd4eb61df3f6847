public import OAuthCore

/// The reason why a server can't listen on a port. `address` is host and port, as in
/// `127.0.0.1:8080`.
public enum ListeningError: Error, Sendable, Hashable {
  /// Another program listens on the port.
  case portInUse(address: String)
  /// The operating system's user may not listen on the port. Ports below 1024 often need more
  /// rights.
  case notAllowed(address: String)
  /// The address doesn't belong to this machine, or it isn't an IP address.
  case notAnAddressHere(address: String)
  /// The address can be reached from other machines, and no https issuer was given for it. An http
  /// issuer is rejected, because tokens would leave the machine unencrypted.
  case issuerNeeded(address: String)
  /// Another error. `cause` is the operating system's description.
  case failed(address: String, cause: UntrustedText)
}

extension ListeningError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .portInUse: "port_in_use"
    case .notAllowed: "listening_not_allowed"
    case .notAnAddressHere: "not_an_address_here"
    case .issuerNeeded: "issuer_needed"
    case .failed: "listening_failed"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .portInUse, .notAllowed, .failed: .system
    case .notAnAddressHere, .issuerNeeded: .mistake
    }
  }

  /// A sentence that says what happened, with the address.
  public var explanation: String {
    switch self {
    case .portInUse(let address): "Another program already listens on \(address)."
    case .notAllowed(let address): "This user may not listen on \(address)."
    case .notAnAddressHere(let address): "\(address) is not an IP address of this machine."
    case .issuerNeeded(let address):
      "No https issuer was given, and \(address) is not a loopback IP address. "
        + "Plain http must not leave this machine (RFC 6749 §3.1, §3.2)."
    case .failed(let address, let cause): "Listening on \(address) failed: \(cause)."
    }
  }

  /// A sentence that says how to fix it.
  public var remedy: String {
    switch self {
    case .portInUse: "Choose another port, or 0 for any free port, or stop the other program."
    case .notAllowed: "Choose a port above 1023."
    case .notAnAddressHere: "Use 127.0.0.1, ::1, or an IP address of this machine."
    case .issuerNeeded:
      "Give the server's https address as the issuer: its own if it has a certificate, or the address of a proxy "
        + "in front. Or listen on 127.0.0.1 or ::1."
    case .failed: "Check the address and the port."
    }
  }
}
