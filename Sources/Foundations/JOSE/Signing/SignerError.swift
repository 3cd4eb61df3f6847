public import OAuthCore

/// The reason why a ``Signer`` made no signature that can be used.
public enum SignerError: Error, Sendable {
  /// The signer threw this error: its device is absent or locked, or the user declined.
  case failed(any Error)
  /// The signature isn't valid for the signer's public key: it has another format, or another key
  /// made it.
  case wrongSignature
}

extension SignerError: ExplainedError {
  /// The facts of each case. The step is `FlowStep.storage`, because the key is in a store of its own.
  public var facts: ErrorFacts {
    switch self {
    case .failed(let cause):
      let reason = (cause as? any ExplainedError)?.facts
      // Only the type, because other errors' descriptions may contain what was signed.
      return ErrorFacts(
        "signer_failed", at: .storage, ErrorCategory(of: cause) ?? .system,
        "The key could not sign. \(reason?.explanation ?? "The cause is \(type(of: cause)).")",
        remedy: reason?.remedy ?? "Connect or unlock the device that holds the key, and try again.")
    case .wrongSignature:
      return ErrorFacts(
        "signer_wrong_signature", at: .storage, .mistake, "The key's signature is not valid for its public key.",
        remedy: "Check that the signer uses the key that it publishes, and returns ECDSA signatures as r and s "
          + "(RFC 7518 §3.4).")
    }
  }
}
