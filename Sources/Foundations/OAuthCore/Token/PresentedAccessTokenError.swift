/// The reason why the access token of a request is ambiguous or malformed. The response is 400 with
/// `invalid_request` (RFC 6750 §3.1).
public enum PresentedAccessTokenError: Error, Sendable, Hashable {
  /// There is more than one `Authorization` field.
  case severalFields
  /// The text after the scheme isn't a single token.
  case malformedField(TokenType)
  /// The form can't be read, repeats `access_token`, or has a value that isn't a token.
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

  /// The explanation as an `error_description` for the client's developer (RFC 6750 §3).
  public var clientDescription: String {
    switch self {
    case .severalFields: "the Authorization field appears more than once"
    case .malformedField: "the Authorization field has no well-formed token"
    case .malformedForm: "the form has no well-formed access_token, or more than one"
    case .severalWays: "the access token is sent in more than one way"
    }
  }

  /// Always ``ErrorCategory/invalidInput``.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem with the request.
  public var explanation: String { "The request was rejected: \(clientDescription) (RFC 6750 §2)." }

  /// The recommended action.
  public var remedy: String { "Send one token, in one Authorization field." }
}
