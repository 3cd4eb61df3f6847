/// Why it can't be told which access token a request carries. The answer is 400 with `invalid_request` (RFC 6750 §3.1).
public enum PresentedAccessTokenError: Error, Sendable, Hashable {
  /// There is more than one `Authorization` field.
  case severalFields
  /// What follows the scheme isn't one token.
  case malformedField(TokenType)
  /// The form can't be read, has `access_token` more than once, or its value isn't a token.
  case malformedForm
  /// The token is sent in more than one way (RFC 6750 §2).
  case severalWays
}

extension PresentedAccessTokenError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .severalFields: "several_authorization_fields"
    case .malformedField: "malformed_authorization_field"
    case .malformedForm: "malformed_access_token_form"
    case .severalWays: "access_token_sent_several_ways"
    }
  }

  /// Always ``FlowStep/resource``.
  public var step: FlowStep { .resource }

  /// The explanation as an `error_description` (RFC 6750 §3): for the client's developer, written here alone.
  public var clientDescription: String {
    switch self {
    case .severalFields: "the Authorization field appears more than once"
    case .malformedField: "the Authorization field has no well-formed token"
    case .malformedForm: "the form has no well-formed access_token, or several"
    case .severalWays: "the access token is sent in more than one way"
    }
  }

  /// What is wrong with the request.
  public var explanation: String { "The request was refused: \(clientDescription) (RFC 6750 §2)." }

  /// What to do about it.
  public var remedy: String { "Send one token, in one Authorization field." }
}
