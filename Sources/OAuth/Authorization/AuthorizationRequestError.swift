public import OAuthCore
public import PKCE

/// Why no authorization request can be made.
public enum AuthorizationRequestError: Error, Sendable, Hashable {
  /// A parameter is Pixy's to set, or a secret that would end up in histories and logs.
  case reservedParameter(String)
  /// A parameter is given twice (RFC 6749 §3.1), or is in the endpoint's own query already.
  case repeatedParameter(String)
  /// The server announces challenge methods, and the one asked for isn't among them.
  case challengeMethodNotSupported(CodeChallengeMethod, announced: [String])
  /// The server announces response modes, and the one asked for isn't among them.
  case responseModeNotSupported(ResponseMode, announced: [String])
  /// The request must be pushed, or its answer will be signed: make it with ``OAuthClient/begin(_:)``.
  case needsTheServerFirst
  /// The server has no authorization endpoint: none of its grants needs a browser (RFC 8414 §2).
  case noAuthorizationEndpoint
  /// The server has no endpoint for pushed requests (RFC 9126 §5).
  case pushingNotSupported
  /// The server publishes no keys that a signed answer could be checked with, or isn't known by its issuer.
  case signedAnswersNotSupported
  /// The request object can't be signed with that key.
  case requestObjectNotSigned
}

extension AuthorizationRequestError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .reservedParameter: "reserved_parameter"
    case .repeatedParameter: "repeated_parameter"
    case .challengeMethodNotSupported: "challenge_method_not_supported"
    case .responseModeNotSupported: "response_mode_not_supported"
    case .needsTheServerFirst: "needs_the_server_first"
    case .noAuthorizationEndpoint: "no_authorization_endpoint"
    case .pushingNotSupported: "pushing_not_supported"
    case .signedAnswersNotSupported: "signed_answers_not_supported"
    case .requestObjectNotSigned: "request_object_not_signed"
    }
  }

  /// Always `FlowStep.authorization`.
  public var step: FlowStep { .authorization }

  /// What is wrong with the request.
  public var explanation: String {
    switch self {
    case .reservedParameter(let name):
      "The parameter \(UntrustedText(name)) cannot be added to the authorization request: Pixy sets it itself, or it must not be in a URL."
    case .repeatedParameter(let name):
      "The parameter \(UntrustedText(name)) would be in the authorization request twice (RFC 6749 §3.1)."
    case .challengeMethodNotSupported(let method, let announced):
      "The authorization server does not support the challenge method \(method.rawValue); it announces \(Self.list(announced)) (RFC 8414 §2)."
    case .responseModeNotSupported(let mode, let announced):
      "The authorization server does not support the response mode \(mode.rawValue); it announces \(Self.list(announced)) (RFC 8414 §2)."
    case .needsTheServerFirst:
      "The authorization server has to be asked before there is an address to open: the request is pushed (RFC 9126), or its answer is signed."
    case .noAuthorizationEndpoint:
      "The authorization server has no authorization endpoint: none of its grants needs a browser (RFC 8414 §2)."
    case .pushingNotSupported: "The authorization server has no endpoint for pushed requests (RFC 9126 §5)."
    case .signedAnswersNotSupported:
      "A signed answer could not be checked: the authorization server's issuer or its keys (jwks_uri) are not known."
    case .requestObjectNotSigned: "The authorization request cannot be signed with this key (RFC 9101)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .reservedParameter: "Leave it out, or use the argument that is meant for it."
    case .repeatedParameter: "Give it once."
    case .challengeMethodNotSupported:
      "Ask the server's operator for S256. If you accept that whoever reads the request can redeem the code, set challengeMethod to .plain."
    case .responseModeNotSupported: "Choose one that it announces, or none."
    case .needsTheServerFirst: "Make the attempt with begin(_:)."
    case .noAuthorizationEndpoint: "Use a grant that it announces, such as client credentials or the device grant."
    case .pushingNotSupported: "Leave the pushing out."
    case .signedAnswersNotSupported: "Find the server by its issuer, or choose a response mode without jwt."
    case .requestObjectNotSigned: "Give a private key of 2048 bits or more, or one for ES256."
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : UntrustedText(names.joined(separator: ", ")).description
  }
}
