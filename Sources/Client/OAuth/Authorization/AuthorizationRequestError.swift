public import JOSE
public import OAuthCore
public import PKCE

/// The reason why an authorization request can't be built.
public enum AuthorizationRequestError: Error, Sendable, Hashable {
  /// Pixy sets the parameter itself, or it is a secret that would end up in browser histories and
  /// logs.
  case reservedParameter(String)
  /// The parameter is given twice (RFC 6749 §3.1), or the endpoint's own query already has it.
  case repeatedParameter(String)
  /// The server announces its PKCE methods, and the requested one isn't among them.
  case challengeMethodNotSupported(CodeChallengeMethod, announced: [String])
  /// The server announces its response modes, and the requested one isn't among them.
  case responseModeNotSupported(ResponseMode, announced: [String])
  /// The request must be signed or pushed, or its answer will be signed. Begin the attempt with
  /// ``OAuthClient/begin(_:)``.
  case requiresBegin
  /// The server has no authorization endpoint: none of its grants needs a browser (RFC 8414 §2).
  case noAuthorizationEndpoint
  /// The server has no endpoint for pushed requests (RFC 9126 §5).
  case pushingNotSupported
  /// The server's metadata has no `issuer` or no `jwks_uri`, so a signed answer can't be verified.
  case signedAnswersNotSupported
  /// The key can't sign the request object.
  case requestObjectNotSigned
  /// The request is to be encrypted, but has no key that signs it. Only the signature proves the
  /// client (RFC 9101 §10.2).
  case encryptionWithoutSignature
  /// The server announces no algorithms for encrypted requests that Pixy supports.
  case encryptionNotAnnounced
  /// The server publishes no key for this `alg`, so the request can't be encrypted.
  case noEncryptionKey(KeyManagementAlgorithm)
}

extension AuthorizationRequestError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .authorization, .mistake)
    return switch self {
    case .reservedParameter(let name):
      row(
        "reserved_parameter",
        "The parameter \(UntrustedText(name)) cannot be added: Pixy sets it, or it must not be in a URL.",
        remedy: "Leave it out, or use the argument that is meant for it.")
    case .repeatedParameter(let name):
      row(
        "repeated_parameter",
        "The parameter \(UntrustedText(name)) would be in the authorization request twice (RFC 6749 §3.1).",
        remedy: "Give it once.")
    case .challengeMethodNotSupported(let method, let methods):
      row(
        "challenge_method_not_supported",
        "The server does not support the challenge method \(method.rawValue), only \(Self.list(methods)) (RFC 8414 "
          + "§2).",
        remedy: "Ask the server's operator for S256. With .plain, everyone who reads the request can redeem the code.")
    case .responseModeNotSupported(let mode, let modes):
      row(
        "response_mode_not_supported",
        "The server does not support the response mode \(mode.rawValue), only \(Self.list(modes)) (RFC 8414 §2).",
        remedy: "Choose one that it announces, or none.")
    case .requiresBegin:
      row(
        "needs_the_server_first",
        "The server must be asked before the browser opens, because the request is pushed or its answer is signed.",
        remedy: "Begin the attempt with begin(_:).")
    case .noAuthorizationEndpoint:
      row(
        "no_authorization_endpoint",
        "The authorization server has no authorization endpoint: none of its grants needs a browser (RFC 8414 §2).",
        remedy: "Use a grant that it announces, such as client credentials or the device grant.")
    case .pushingNotSupported:
      row(
        "pushing_not_supported", "The authorization server has no endpoint for pushed requests (RFC 9126 §5).",
        remedy: "Send the request without pushing it.")
    case .signedAnswersNotSupported:
      row(
        "signed_answers_not_supported",
        "A signed answer could not be verified: the authorization server's metadata has no issuer or no keys "
          + "(jwks_uri).",
        remedy: "Get the metadata by discovery, or choose a response mode without jwt.")
    case .requestObjectNotSigned:
      row(
        "request_object_not_signed", "The authorization request cannot be signed with this key (RFC 9101).",
        remedy: "Give a private key of 2048 bits or more, or one for ES256.")
    case .encryptionWithoutSignature:
      row(
        "encryption_without_signature",
        "The authorization request would be encrypted but not signed, so it would not prove the client (RFC 9101 "
          + "§10.2).",
        remedy: "Sign the request too, or do not encrypt it.")
    case .encryptionNotAnnounced:
      row(
        "encryption_not_announced",
        "The server announces no algorithms for encrypted requests that Pixy supports (OpenID Connect Discovery §3).",
        remedy: "Send the request without encryption, or supply the algorithms.")
    case .noEncryptionKey(let algorithm):
      row(
        "no_encryption_key",
        "The authorization request cannot be encrypted: the server publishes no key for \(algorithm.rawValue).",
        remedy: "Choose an algorithm that the server announces, or do not encrypt the request.")
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : UntrustedText(names.joined(separator: ", ")).description
  }
}
