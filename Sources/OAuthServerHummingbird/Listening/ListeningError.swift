public import OAuthCore

/// Why a server couldn't be put on a port. It names address and port, as `127.0.0.1:8080`.
public enum ListeningError: Error, Sendable, Hashable {
  /// Another program listens there.
  case portInUse(address: String)
  /// This user may not listen there: ports below 1024 often want more rights.
  case notAllowed(address: String)
  /// The address isn't one of this machine's, or isn't an IP address.
  case notAnAddressHere(address: String)
  /// The address can be reached from elsewhere, and nobody said what https issuer stands for it.
  /// One with http won't do: then nobody brings https.
  case issuerNeeded(address: String)
  /// Something else; the cause is the system's own word.
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

  /// What happened, with the address.
  public var explanation: String {
    switch self {
    case .portInUse(let address): "Another program already listens on \(address)."
    case .notAllowed(let address): "This user may not listen on \(address)."
    case .notAnAddressHere(let address): "\(address) is no address of this machine."
    case .issuerNeeded(let address):
      "No issuer was given, and \(address) is not a loopback IP address: plain http must not leave this machine (RFC 6749 §3.1, §3.2)."
    case .failed(let address, let cause): "Listening on \(address) failed: \(cause)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .portInUse: "Choose another port, or 0 for any that is free, or stop the other program."
    case .notAllowed: "Choose a port above 1023."
    case .notAnAddressHere: "Use 127.0.0.1, ::1, or an IP address of this machine."
    case .issuerNeeded:
      "Give the https address that people will see as the issuer, of this server with its certificate or of a proxy in front; or listen on 127.0.0.1 or ::1."
    case .failed: "Check address and port."
    }
  }
}
