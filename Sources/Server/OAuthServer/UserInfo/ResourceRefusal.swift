internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

/// A rejected request with an access token (RFC 6750 §3.1, RFC 9449 §7.1).
struct ResourceRefusal: Error {
  let status: HTTPResponse.Status
  /// The error; `nil` for a request without a token, which is answered without an error code (RFC
  /// 6750 §3.1).
  let refusal: Refusal?
  /// The scheme whose challenge names the error.
  var scheme = TokenType.bearer

  /// The request has no token.
  static let noToken = ResourceRefusal(status: .unauthorized, refusal: nil)

  /// Returns the refusal of a request that can't be parsed.
  static func malformed(_ description: String) -> ResourceRefusal {
    ResourceRefusal(status: .badRequest, refusal: Refusal(.invalidRequest, description))
  }

  /// Returns the refusal of a token that is not valid, or is presented in the wrong way.
  static func invalidToken(_ description: String, scheme: TokenType = .bearer) -> ResourceRefusal {
    ResourceRefusal(status: .unauthorized, refusal: Refusal(.invalidToken, description), scheme: scheme)
  }

  /// Returns the refusal of a DPoP proof.
  static func proof(_ error: DPoPProofError) -> ResourceRefusal {
    ResourceRefusal(
      status: .unauthorized, refusal: Refusal(error.errorCode, error.clientDescription), scheme: .dpop)
  }
}
