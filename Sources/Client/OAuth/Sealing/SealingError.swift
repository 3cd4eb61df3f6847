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
  /// The facts of each case. The step is configuration for keys, authorization for sealing, callback
  /// for restoring.
  public var facts: ErrorFacts {
    switch self {
    case .keyUnusable:
      ErrorFacts(
        "sealing_key_unusable", at: .configuration, .mistake, "The sealing key is not 32 bytes in base64url.",
        remedy: "Generate one with SealingKey.generate(), and copy all 43 characters of its text.")
    case .secretTooShort:
      ErrorFacts(
        "sealing_secret_too_short", at: .configuration, .mistake,
        "The secret that the sealing key should be derived from has fewer than 32 bytes.",
        remedy: "Use a random secret of 32 bytes or more.")
    case .alreadyCompleted:
      ErrorFacts(
        "nothing_to_seal", at: .authorization, .mistake,
        "The sign-in has already had its answer, so it can't be sealed.",
        remedy: "Seal the attempt before its answer comes.")
    case .tooLong:
      ErrorFacts(
        "sealed_text_too_long", at: .authorization, .mistake,
        "The sealed sign-in would be longer than 16,384 characters.",
        remedy: "Use a shorter redirect URI.")
    case .invalid:
      ErrorFacts(
        "sealed_text_invalid", at: .callback, .invalidInput, "This is not a sign-in that this application began here.",
        remedy:
          "Sign in from the beginning. If every sign-in fails, check that all instances of the application have the "
          + "same sealing keys and the same client.")
    case .expired:
      ErrorFacts(
        "sealed_text_expired", at: .callback, .temporary, "The sign-in took too long and has expired.",
        remedy: "Sign in again.")
    case .anotherProofKey:
      ErrorFacts(
        "another_proof_key", at: .callback, .mistake,
        "The sign-in began with another DPoP key than the one that is here (RFC 9449 §10).",
        remedy: "Restore the sign-in with a client that has that key, or sign in again.")
    }
  }
}
