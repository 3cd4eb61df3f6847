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
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .noLibrary: "pkcs11_no_library"
    case .noToken: "pkcs11_no_token"
    case .noKey: "pkcs11_no_key"
    case .unusablePublicKey: "pkcs11_unusable_public_key"
    case .unsupportedAlgorithm: "pkcs11_unsupported_algorithm"
    case .wrongPIN: "pkcs11_wrong_pin"
    case .lockedPIN: "pkcs11_locked_pin"
    case .failed: "pkcs11_failed"
    }
  }

  /// Always `FlowStep.storage`, because the token is the store of the key.
  public var step: FlowStep { .storage }

  /// `ErrorCategory.system`, because the token or its library prevents the signature;
  /// `ErrorCategory.mistake` for an algorithm that isn't supported.
  public var category: ErrorCategory {
    switch self {
    case .unsupportedAlgorithm: .mistake
    case .noLibrary, .noToken, .noKey, .unusablePublicKey, .wrongPIN, .lockedPIN, .failed: .system
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .noLibrary(let path): "\(UntrustedText(path)) is not a PKCS #11 library that can be loaded."
    case .noToken(let label): "No token with the label \(UntrustedText(label)) is present."
    case .noKey(let label): "The token has no private key, or several, with the label \(UntrustedText(label))."
    case .unusablePublicKey(let label):
      "The token has no public key for this algorithm with the label \(UntrustedText(label))."
    case .unsupportedAlgorithm(let name): "Keys behind PKCS #11 do not sign with \(name) here."
    case .wrongPIN: "The token rejected the PIN."
    case .lockedPIN: "The token is locked after too many wrong PINs."
    case .failed(let function, let code):
      "The PKCS #11 library failed: \(function) returned 0x\(String(code, radix: 16))."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .noLibrary: "Install the library of your token, and name its file."
    case .noToken: "Connect the token, and check its label with pkcs11-tool --list-slots."
    case .noKey, .unusablePublicKey:
      "Check the labels with pkcs11-tool --login --list-objects. A private key and its public key share one label."
    case .unsupportedAlgorithm: "Use ES256, ES384, ES512, or RSA with RS256, PS256 and their longer variants."
    case .wrongPIN: "Check the PIN. A few wrong ones lock the token."
    case .lockedPIN: "Unlock the token with its security officer's PIN."
    case .failed: "Connect the token again; if that does not help, ask the maker of its library."
    }
  }
}
