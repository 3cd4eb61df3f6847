public import OAuthCore
public import PKCE

/// What to ask the authorization endpoint for (RFC 6749 §4.1.1).
public struct AuthorizationRequest: Sendable, Hashable {
  /// Where the browser comes back to.
  public var redirectURI: RedirectURI
  /// What to ask for; an empty scope isn't sent, and the server decides (RFC 6749 §3.3).
  public var scope: Scope
  /// More parameters, such as `prompt`, `login_hint` or a provider's own. Pixy sets the ones in
  /// ``reservedParameters`` itself and refuses them here.
  public var parameters: FormParameters
  /// How the challenge is made. Anything but S256 must be asked for by name, for servers that know nothing better.
  public var challengeMethod: CodeChallengeMethod

  /// A request with an S256 challenge.
  public init(redirectURI: RedirectURI, scope: Scope = .none, parameters: FormParameters = FormParameters()) {
    self.redirectURI = redirectURI
    self.scope = scope
    self.parameters = parameters
    challengeMethod = .s256
  }

  /// The parameters that Pixy sets, and those that must never be in an authorization URL.
  public static let reservedParameters: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
    "client_secret", "client_assertion", "client_assertion_type", "code_verifier", "code", "access_token",
    "refresh_token", "password",
  ]
}

/// Why no authorization request can be made.
public enum AuthorizationRequestError: Error, Sendable, Hashable {
  /// A parameter is Pixy's to set, or a secret that would end up in histories and logs.
  case reservedParameter(String)
  /// A parameter is given twice (RFC 6749 §3.1), or is in the endpoint's own query already.
  case repeatedParameter(String)
  /// The server announces challenge methods, and the one asked for isn't among them.
  case challengeMethodNotSupported(CodeChallengeMethod, announced: [String])
}

extension AuthorizationRequestError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .reservedParameter: "reserved_parameter"
    case .repeatedParameter: "repeated_parameter"
    case .challengeMethodNotSupported: "challenge_method_not_supported"
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
      "The authorization server does not support the challenge method \(method.rawValue); it announces \(announced.isEmpty ? "none" : UntrustedText(announced.joined(separator: ", ")).description) (RFC 8414 §2)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .reservedParameter: "Leave it out, or use the argument that is meant for it."
    case .repeatedParameter: "Give it once."
    case .challengeMethodNotSupported:
      "Ask the server's operator for S256. If you accept that whoever reads the request can redeem the code, set challengeMethod to .plain."
    }
  }
}
