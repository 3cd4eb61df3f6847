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
  /// - Throws: ``ResourceError`` if there is no such endpoint or it refused; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func userInfo(_ accessToken: Secret) async throws -> [String: JSONValue] {
    let answer = try await userInfoAnswer(accessToken, accepting: "application/json")
    guard let claims = try? JSONValue(octets: answer.body).object, claims["sub"]?.string != nil else {
      throw ResourceError.malformedClaims
    }
    return claims
  }

  /// The UserInfo endpoint's answer as it came, if its status is 200.
  ///
  /// - Parameters:
  ///   - accessToken: this client's.
  ///   - mediaTypes: what the caller can read.
  package func userInfoAnswer(_ accessToken: Secret, accepting mediaTypes: String) async throws -> HTTPAnswer {
    guard let endpoint = server.userInfoEndpoint else { throw ResourceError.noEndpoint }
    var head = server.endpoint(endpoint, withMutualTLS: authentication.usesMutualTLS).request(.get)
    head.headerFields[.accept] = mediaTypes
    let answer = try await resource(head, accessToken: accessToken)
    guard answer.response.status == .ok else { throw ResourceError.refused(status: answer.response.status.code) }
    return answer
  }
}

/// Why a protected resource gave nothing.
public enum ResourceError: Error, Sendable, Hashable {
  /// The server's metadata names no UserInfo endpoint.
  case noEndpoint
  /// The resource refused (RFC 6750 §3.1): 401 for a token that is expired or revoked, 403 for one that doesn't reach.
  case refused(status: Int)
  /// The answer isn't a JSON object with a `sub` (OpenID Connect Core §5.3.2).
  case malformedClaims
}

extension ResourceError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .noEndpoint: "no_userinfo_endpoint"
    case .refused: "resource_refused"
    case .malformedClaims: "malformed_claims"
    }
  }

  /// Always `FlowStep.resource`.
  public var step: FlowStep { .resource }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .noEndpoint: "The authorization server names no UserInfo endpoint."
    case .refused(let status): "The resource refused the access token with status \(status) (RFC 6750 §3.1)."
    case .malformedClaims: "The UserInfo answer is not a JSON object with a sub (OpenID Connect Core §5.3.2)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .noEndpoint: "Read the profile from the provider's own interface."
    case .refused(401): "Refresh the access token, or sign in again."
    case .refused: "Ask for the scope that the resource needs."
    case .malformedClaims: "Tell the server's operator."
    }
  }
}
