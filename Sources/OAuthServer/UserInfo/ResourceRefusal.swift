internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

/// A request with an access token that isn't granted (RFC 6750 §3.1, RFC 9449 §7.1).
struct ResourceRefusal: Error {
  let status: HTTPResponse.Status
  /// Nil for a request without a token: then no error is named, so that nobody learns what was expected.
  let refusal: Refusal?
  /// The scheme whose challenge names the error.
  var scheme = TokenType.bearer

  /// There is no token.
  static let noToken = ResourceRefusal(status: .unauthorized, refusal: nil)

  /// The request can't be read.
  static func malformed(_ description: String) -> ResourceRefusal {
    ResourceRefusal(status: .badRequest, refusal: Refusal(.invalidRequest, description))
  }

  /// The token isn't good, or isn't presented as it has to be.
  static func invalidToken(_ description: String, scheme: TokenType = .bearer) -> ResourceRefusal {
    ResourceRefusal(status: .unauthorized, refusal: Refusal(.invalidToken, description), scheme: scheme)
  }

  /// The proof isn't accepted.
  static func proof(_ error: DPoPProofError) -> ResourceRefusal {
    ResourceRefusal(
      status: .unauthorized, refusal: Refusal(error.errorCode, error.clientDescription), scheme: .dpop)
  }
}
