internal import HTTPTypes
public import OAuthCore

extension OAuthClient {
  /// Reads the claims about the person whose access token this is, from servers without ID tokens (OpenID Connect Core
  /// §5.3).
  ///
  /// There is nothing to compare their `sub` with: after a sign-in with the scope `openid` call
  /// `OpenIDClient.userInfo(_:)`, which does, and which reads signed answers.
  ///
  /// - Parameter accessToken: this client's; it is sent to the server's own UserInfo endpoint and nowhere else
  ///   (RFC 6750 §2.1), with a proof if it is bound to a key.
  /// - Throws: ``EndpointError`` if there is no such endpoint or it refused; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func userInfo(_ accessToken: Secret) async throws -> [String: JSONValue] {
    let answer = try await userInfoAnswer(accessToken, accepting: "application/json")
    return try Self.userInfoClaims(in: answer)
  }

  /// The claims in a UserInfo answer.
  ///
  /// - Throws: ``EndpointError`` if the status isn't 200 or the body isn't a JSON object with a `sub` (OpenID Connect Core
  ///   §5.3.2).
  package static func userInfoClaims(in answer: HTTPAnswer) throws(EndpointError) -> [String: JSONValue] {
    guard answer.response.status == .ok else { throw EndpointError(.userInfo, .unexpectedStatus(of: answer)) }
    let claims = try answer.jsonMembers(of: .userInfo)
    guard claims["sub"]?.string != nil else { throw EndpointError(.userInfo, .missingMember("sub")) }
    return claims
  }

  /// The UserInfo endpoint's answer as it came, if its status is 200.
  ///
  /// - Parameters:
  ///   - accessToken: this client's.
  ///   - mediaTypes: what the caller can read.
  package func userInfoAnswer(_ accessToken: Secret, accepting mediaTypes: String) async throws -> HTTPAnswer {
    var head = try address(of: .userInfo).request(.get)
    head.headerFields[.accept] = mediaTypes
    let answer = try await resource(head, accessToken: accessToken)
    guard answer.response.status == .ok else { throw EndpointError(.userInfo, .unexpectedStatus(of: answer)) }
    return answer
  }
}
