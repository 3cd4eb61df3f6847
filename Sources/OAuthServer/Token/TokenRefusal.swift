internal import HTTPTypes
internal import OAuthCore

/// A token request that isn't granted (RFC 6749 §5.2).
struct TokenRefusal: Error {
  let refusal: Refusal
  let status: HTTPResponse.Status
  /// What the answer has besides.
  var fields: HTTPFields = [:]

  init(_ error: ErrorCode, _ description: String) {
    self.init(Refusal(error, description), status: .badRequest)
  }

  init(_ refusal: Refusal, status: HTTPResponse.Status) {
    self.refusal = refusal
    self.status = status
  }

  /// The client isn't who it says. Status 401, which RFC 6749 §5.2 allows always and demands if the client used the
  /// `Authorization` field.
  static func invalidClient(_ description: String) -> TokenRefusal {
    TokenRefusal(Refusal(.invalidClient, description), status: .unauthorized)
  }

  /// The code or refresh token doesn't do. One description for all reasons that the client can't act on differently.
  static func invalidGrant(_ description: String) -> TokenRefusal {
    TokenRefusal(.invalidGrant, description)
  }
}
