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
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .portInUse(let address):
      ErrorFacts(
        "port_in_use", at: .configuration, .system, "Another program already listens on \(address).",
        remedy: "Choose another port, or 0 for any free port, or stop the other program.")
    case .notAllowed(let address):
      ErrorFacts(
        "listening_not_allowed", at: .configuration, .system, "This user may not listen on \(address).",
        remedy: "Choose a port above 1023.")
    case .notAnAddressHere(let address):
      ErrorFacts(
        "not_an_address_here", at: .configuration, .mistake, "\(address) is not an IP address of this machine.",
        remedy: "Use 127.0.0.1, ::1, or an IP address of this machine.")
    case .issuerNeeded(let address):
      ErrorFacts(
        "issuer_needed", at: .configuration, .mistake,
        "No https issuer was given, and \(address) is not a loopback IP address. "
          + "Plain http must not leave this machine (RFC 6749 §3.1, §3.2).",
        remedy:
          "Give the server's https address as the issuer: its own if it has a certificate, or the address of a proxy "
          + "in front. Or listen on 127.0.0.1 or ::1.")
    case .failed(let address, let cause):
      ErrorFacts(
        "listening_failed", at: .configuration, .system, "Listening on \(address) failed: \(cause).",
        remedy: "Check the address and the port.")
    }
  }
}
