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
  /// The code of each case, and its description for the client's developer.
  private var row: (code: String, description: String) {
    switch self {
    case .severalFields: ("several_authorization_fields", "the Authorization field appears more than once")
    case .malformedField: ("malformed_authorization_field", "the Authorization field has no well-formed token")
    case .malformedForm:
      ("malformed_access_token_form", "the form has no well-formed access_token, or more than one")
    case .severalWays: ("access_token_sent_several_ways", "the access token is sent in more than one way")
    }
  }

  /// The facts of each case, with the client's description in the explanation.
  public var facts: ErrorFacts {
    let row = row
    return ErrorFacts(
      row.code, at: .resource, .invalidInput, "The request was rejected: \(row.description) (RFC 6750 §2).",
      remedy: "Send one token, in one Authorization field.")
  }

  /// The explanation as an `error_description` for the client's developer (RFC 6750 §3).
  public var clientDescription: String { row.description }
}
