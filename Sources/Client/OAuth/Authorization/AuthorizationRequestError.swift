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
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .reservedParameter: "reserved_parameter"
    case .repeatedParameter: "repeated_parameter"
    case .challengeMethodNotSupported: "challenge_method_not_supported"
    case .responseModeNotSupported: "response_mode_not_supported"
    case .requiresBegin: "needs_the_server_first"
    case .noAuthorizationEndpoint: "no_authorization_endpoint"
    case .pushingNotSupported: "pushing_not_supported"
    case .signedAnswersNotSupported: "signed_answers_not_supported"
    case .requestObjectNotSigned: "request_object_not_signed"
    case .encryptionWithoutSignature: "encryption_without_signature"
    case .encryptionNotAnnounced: "encryption_not_announced"
    case .noEncryptionKey: "no_encryption_key"
    }
  }

  /// Always `FlowStep.authorization`.
  public var step: FlowStep { .authorization }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .reservedParameter(let name):
      "The parameter \(UntrustedText(name)) cannot be added: Pixy sets it, or it must not be in a URL."
    case .repeatedParameter(let name):
      "The parameter \(UntrustedText(name)) would be in the authorization request twice (RFC 6749 §3.1)."
    case .challengeMethodNotSupported(let method, let announced):
      "The server does not support the challenge method \(method.rawValue), only \(Self.list(announced)) (RFC 8414 §2)."
    case .responseModeNotSupported(let mode, let announced):
      "The server does not support the response mode \(mode.rawValue), only \(Self.list(announced)) (RFC 8414 §2)."
    case .requiresBegin:
      "The server must be asked before the browser opens, because the request is pushed or its answer is signed."
    case .noAuthorizationEndpoint:
      "The authorization server has no authorization endpoint: none of its grants needs a browser (RFC 8414 §2)."
    case .pushingNotSupported: "The authorization server has no endpoint for pushed requests (RFC 9126 §5)."
    case .signedAnswersNotSupported:
      "A signed answer could not be verified: the authorization server's metadata has no issuer or no keys (jwks_uri)."
    case .requestObjectNotSigned: "The authorization request cannot be signed with this key (RFC 9101)."
    case .encryptionWithoutSignature:
      "The authorization request would be encrypted but not signed, so it would not prove the client (RFC 9101 §10.2)."
    case .encryptionNotAnnounced:
      "The server announces no algorithms for encrypted requests that Pixy supports (OpenID Connect Discovery §3)."
    case .noEncryptionKey(let algorithm):
      "The authorization request cannot be encrypted: the server publishes no key for \(algorithm.rawValue)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .reservedParameter: "Leave it out, or use the argument that is meant for it."
    case .repeatedParameter: "Give it once."
    case .challengeMethodNotSupported:
      "Ask the server's operator for S256. With .plain, everyone who reads the request can redeem the code."
    case .responseModeNotSupported: "Choose one that it announces, or none."
    case .requiresBegin: "Begin the attempt with begin(_:)."
    case .noAuthorizationEndpoint: "Use a grant that it announces, such as client credentials or the device grant."
    case .pushingNotSupported: "Send the request without pushing it."
    case .signedAnswersNotSupported: "Get the metadata by discovery, or choose a response mode without jwt."
    case .requestObjectNotSigned: "Give a private key of 2048 bits or more, or one for ES256."
    case .encryptionWithoutSignature: "Sign the request too, or do not encrypt it."
    case .encryptionNotAnnounced: "Send the request without encryption, or supply the algorithms."
    case .noEncryptionKey: "Choose an algorithm that the server announces, or do not encrypt the request."
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : UntrustedText(names.joined(separator: ", ")).description
  }
}
