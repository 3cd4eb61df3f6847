internal import HTTPTypes
public import OAuthCore

extension OAuthClient {
  /// Reads the claims about the user from the UserInfo endpoint (OpenID Connect Core §5.3), for
  /// servers without ID tokens.
  ///
  /// Without an ID token the `sub` can't be compared. After a sign-in with the scope `openid` call
  /// `OpenIDClient.userInfo(_:)`, which compares it and reads signed answers.
  ///
  /// - Parameter accessToken: An access token of this client. It is sent only to the server's
  ///   UserInfo endpoint (RFC 6750 §2.1), with a proof if it is bound to a key.
  /// - Throws: ``EndpointError`` if there is no such endpoint, it rejected the token, or its answer
  ///   can't be used; `HTTPTransportError` if no answer came; `CancellationError`.
  public func userInfo(_ accessToken: Secret) async throws -> [String: JSONValue] {
    let answer = try await userInfoAnswer(accessToken, accepting: "application/json")
    return try Self.userInfoClaims(in: answer)
  }

  /// Returns the claims in a UserInfo answer.
  ///
  /// - Throws: ``EndpointError`` if the status isn't 200 or the body isn't a JSON object with a
  ///   `sub` (OpenID Connect Core §5.3.2).
  package static func userInfoClaims(in answer: HTTPAnswer) throws(EndpointError) -> [String: JSONValue] {
    guard answer.response.status == .ok else { throw EndpointError(.userInfo, statusOf: answer, withholding: []) }
    let claims = try answer.jsonMembers(of: .userInfo)
    guard claims["sub"]?.string != nil else { throw EndpointError(.userInfo, .missingMember("sub")) }
    return claims
  }

  /// Requests the UserInfo endpoint and returns the answer, with status 200 and the body unparsed.
  ///
  /// - Parameters:
  ///   - accessToken: An access token of this client.
  ///   - mediaTypes: The value of the `Accept` field.
  package func userInfoAnswer(_ accessToken: Secret, accepting mediaTypes: String) async throws -> HTTPAnswer {
    var head = try address(of: .userInfo).request(.get)
    head.headerFields[.accept] = mediaTypes
    let answer = try await resource(head, accessToken: accessToken)
    guard answer.response.status == .ok else {
      throw EndpointError(.userInfo, statusOf: answer, withholding: [accessToken])
    }
    return answer
  }
}
