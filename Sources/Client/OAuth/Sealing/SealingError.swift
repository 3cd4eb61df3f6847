public import OAuthCore

/// The reason why a sign-in can't be sealed or restored.
public enum SealingError: Error, Sendable, Hashable {
  /// The key isn't 32 bytes in base64url.
  case keyUnusable
  /// The secret that a key should be derived from has fewer than 32 bytes.
  case secretTooShort
  /// The attempt has had its answer, so there is nothing left to seal.
  case alreadyCompleted
  /// The sealed text would be longer than 16,384 characters.
  case tooLong
  /// The text wasn't sealed with these keys for this client, this authorization server and this
  /// purpose, or it was changed. The error deliberately has no details.
  case invalid
  /// The sign-in has expired.
  case expired
  /// The sign-in began with another DPoP key than the client's, or the client has none. The value
  /// is the thumbprint of the expected public key (RFC 9449 §10).
  case anotherProofKey(expected: String)
}

extension SealingError: ExplainedError {
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .keyUnusable: "sealing_key_unusable"
    case .secretTooShort: "sealing_secret_too_short"
    case .alreadyCompleted: "nothing_to_seal"
    case .tooLong: "sealed_text_too_long"
    case .invalid: "sealed_text_invalid"
    case .expired: "sealed_text_expired"
    case .anotherProofKey: "another_proof_key"
    }
  }

  /// The step that failed: configuration for keys, authorization for sealing, callback for
  /// restoring.
  public var step: FlowStep {
    switch self {
    case .keyUnusable, .secretTooShort: .configuration
    case .alreadyCompleted, .tooLong: .authorization
    case .invalid, .expired, .anotherProofKey: .callback
    }
  }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .keyUnusable, .secretTooShort, .alreadyCompleted, .tooLong, .anotherProofKey: .mistake
    case .invalid: .invalidInput
    case .expired: .temporary
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .keyUnusable: "The sealing key is not 32 bytes in base64url."
    case .secretTooShort: "The secret that the sealing key should be derived from has fewer than 32 bytes."
    case .alreadyCompleted: "The sign-in has already had its answer, so it can't be sealed."
    case .tooLong: "The sealed sign-in would be longer than 16,384 characters."
    case .invalid: "This is not a sign-in that this application began here."
    case .expired: "The sign-in took too long and has expired."
    case .anotherProofKey: "The sign-in began with another DPoP key than the one that is here (RFC 9449 §10)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .keyUnusable: "Generate one with SealingKey.generate(), and copy all 43 characters of its text."
    case .secretTooShort: "Use a random secret of 32 bytes or more."
    case .alreadyCompleted: "Seal the attempt before its answer comes."
    case .tooLong: "Use a shorter redirect URI."
    case .invalid:
      "Sign in from the beginning. If every sign-in fails, check that all instances of the application have the same "
        + "sealing keys and the same client."
    case .expired: "Sign in again."
    case .anotherProofKey: "Restore the sign-in with a client that has that key, or sign in again."
    }
  }
}
