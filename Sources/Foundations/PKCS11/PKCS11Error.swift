public import OAuthCore

/// The reason why a key behind PKCS #11 can't be used.
public enum PKCS11Error: Error, Sendable, Hashable {
  /// The path isn't a PKCS #11 library that can be loaded.
  case noLibrary(String)
  /// No token with this label is present.
  case noToken(String)
  /// The token has no private key with this label, or several.
  case noKey(String)
  /// The token has no public key with this label, or it isn't one for the algorithm.
  case unusablePublicKey(String)
  /// Pixy doesn't sign with this algorithm through PKCS #11.
  case unsupportedAlgorithm(String)
  /// The PIN is wrong. It isn't tried again, because a few wrong ones lock the token.
  case wrongPIN
  /// The token is locked after too many wrong PINs.
  case lockedPIN
  /// A function of the library failed with this return value (CK_RV).
  case failed(function: String, code: UInt)

  #if os(Linux) || os(macOS)
  init(code: UInt, function: String) {
    switch code {
    case CryptokiError.pinIncorrect, CryptokiError.pinInvalid, CryptokiError.pinLengthRange: self = .wrongPIN
    case CryptokiError.pinLocked: self = .lockedPIN
    default: self = .failed(function: function, code: code)
    }
  }

  /// Whether a new session may help.
  var isLostSession: Bool {
    guard case .failed(_, let code) = self else { return false }
    return CryptokiError.lostSession.contains(code)
  }
  #endif
}

extension PKCS11Error: ExplainedError {
  /// The facts of each case. The step is `FlowStep.storage`, because the token is the store of the key.
  public var facts: ErrorFacts {
    let labelRemedy =
      "Check the labels with pkcs11-tool --login --list-objects. A private key and its public key share one label."
    return switch self {
    case .noLibrary(let path):
      ErrorFacts(
        "pkcs11_no_library", at: .storage, .system,
        "\(UntrustedText(path)) is not a PKCS #11 library that can be loaded.",
        remedy: "Install the library of your token, and name its file.")
    case .noToken(let label):
      ErrorFacts(
        "pkcs11_no_token", at: .storage, .system, "No token with the label \(UntrustedText(label)) is present.",
        remedy: "Connect the token, and check its label with pkcs11-tool --list-slots.")
    case .noKey(let label):
      ErrorFacts(
        "pkcs11_no_key", at: .storage, .system,
        "The token has no private key, or several, with the label \(UntrustedText(label)).",
        remedy: labelRemedy)
    case .unusablePublicKey(let label):
      ErrorFacts(
        "pkcs11_unusable_public_key", at: .storage, .system,
        "The token has no public key for this algorithm with the label \(UntrustedText(label)).",
        remedy: labelRemedy)
    case .unsupportedAlgorithm(let name):
      ErrorFacts(
        "pkcs11_unsupported_algorithm", at: .storage, .mistake, "Keys behind PKCS #11 do not sign with \(name) here.",
        remedy: "Use ES256, ES384, ES512, or RSA with RS256, PS256 and their longer variants.")
    case .wrongPIN:
      ErrorFacts(
        "pkcs11_wrong_pin", at: .storage, .system, "The token rejected the PIN.",
        remedy: "Check the PIN. A few wrong ones lock the token.")
    case .lockedPIN:
      ErrorFacts(
        "pkcs11_locked_pin", at: .storage, .system, "The token is locked after too many wrong PINs.",
        remedy: "Unlock the token with its security officer's PIN.")
    case .failed(let function, let code):
      ErrorFacts(
        "pkcs11_failed", at: .storage, .system,
        "The PKCS #11 library failed: \(function) returned 0x\(String(code, radix: 16)).",
        remedy: "Connect the token again; if that does not help, ask the maker of its library.")
    }
  }
}
