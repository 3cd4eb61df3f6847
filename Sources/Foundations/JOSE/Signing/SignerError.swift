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
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .failed: "signer_failed"
    case .wrongSignature: "signer_wrong_signature"
    }
  }

  /// Always `FlowStep.storage`, because the key is in a store of its own.
  public var step: FlowStep { .storage }

  /// The category of the signer's own error, or `ErrorCategory.system`; `ErrorCategory.mistake` for
  /// a signature that isn't valid.
  public var category: ErrorCategory {
    switch self {
    case .failed(let cause): ErrorCategory(of: cause) ?? .system
    case .wrongSignature: .mistake
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .failed(let cause):
      // Only the type, because other errors' descriptions may contain what was signed.
      "The key could not sign. \((cause as? any ExplainedError)?.explanation ?? "The cause is \(type(of: cause)).")"
    case .wrongSignature: "The key's signature is not valid for its public key."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .failed(let cause):
      (cause as? any ExplainedError)?.remedy ?? "Connect or unlock the device that holds the key, and try again."
    case .wrongSignature:
      "Check that the signer uses the key that it publishes, and returns ECDSA signatures as r and s (RFC 7518 §3.4)."
    }
  }
}
