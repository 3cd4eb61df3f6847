internal import Logging
internal import HTTPTypes
public import OAuthCore

extension OAuthClient {
  /// Reads the claims about the person whose access token this is (OpenID Connect Core §5.3).
  ///
  /// The token is sent to the server's own UserInfo endpoint and nowhere else (RFC 6750 §2.1). The claims come over
  /// the connection to that server; without an ID token there is nothing to compare their `sub` with.
  /// - Throws: ``ResourceError`` if there is no such endpoint or it refused; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func userInfo(_ accessToken: Secret) async throws -> [String: JSONValue] {
    guard let endpoint = server.userInfoEndpoint else { throw ResourceError.noEndpoint }
    var head = endpoint.request(.get)
    head.headerFields[.authorization] = "Bearer " + accessToken.reveal()
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = EndpointRequest.userAgent
    let answer = try await transport.send(head, body: [], limits: limits)
    let status = answer.response.status
    logger.debug("userinfo answer", metadata: ["endpoint": "\(endpoint)", "status": "\(status.code)"])
    guard status == .ok else { throw ResourceError.refused(status: status.code) }
    guard let claims = try? JSONValue(octets: answer.body).object, claims["sub"]?.string != nil else {
      throw ResourceError.malformedClaims
    }
    return claims
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
