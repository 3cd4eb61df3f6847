internal import PKCE
internal import Logging
internal import HTTPTypes
public import OAuthCore

extension OAuthClient {
  /// Redeems a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5) and consumes it.
  ///
  /// Don't try again with the same code after an error: servers take a second use for theft and end what the first
  /// one gave.
  /// - Throws: ``TokenError`` if the server refused or its answer can't be used; `HTTPTransportError` if no answer
  ///   came; `CancellationError`.
  public func redeem(_ code: consuming AuthorizationCode) async throws -> TokenResponse {
    let request = try tokenRequest(redeeming: code)
    return try await send(request)
  }

  /// Exchanges a refresh token for a new access token (RFC 6749 §6).
  ///
  /// The answer's ``TokenResponse/refreshToken`` is the one to keep: the new one if the server rotated, otherwise the
  /// one given here.
  /// - Parameters:
  ///   - refreshToken: the one from the last answer.
  ///   - scope: a part of what was granted; `nil` for all of it.
  /// - Throws: ``TokenError`` if the server refused (`invalid_grant` means that the person must sign in again) or its
  ///   answer can't be used; `HTTPTransportError` if no answer came; `CancellationError`.
  public func refresh(_ refreshToken: Secret, scope: Scope? = nil) async throws -> TokenResponse {
    let response = try await send(tokenRequest(refreshing: refreshToken, scope: scope))
    return response.keeping(refreshToken)
  }

  /// The request that redeems a code.
  /// - Throws: ``TokenError/foreignCode`` if the code belongs to another client or server.
  public func tokenRequest(redeeming code: borrowing AuthorizationCode) throws(TokenError) -> TokenRequest {
    guard code.clientID == id, code.server.tokenEndpoint == server.tokenEndpoint else { throw .foreignCode }
    let verifier = code.verifier.reveal()
    var parameters = FormParameters()
    parameters.append("code", code.code.reveal())
    parameters.append("redirect_uri", code.redirectURI.text)
    parameters.append("code_verifier", verifier)
    return TokenRequest(
      grantType: "authorization_code", parameters: parameters, secrets: [code.code, Secret(verifier)], client: self)
  }

  /// The request that exchanges a refresh token.
  public func tokenRequest(refreshing refreshToken: Secret, scope: Scope? = nil) -> TokenRequest {
    var parameters = FormParameters()
    parameters.append("refresh_token", refreshToken.reveal())
    parameters.append("scope", ifPresent: scope?.parameter)
    return TokenRequest(
      grantType: "refresh_token", parameters: parameters, secrets: [refreshToken], client: self)
  }

  private func send(_ request: TokenRequest) async throws -> TokenResponse {
    let answer = try await transport.send(request.head, body: request.body, limits: limits)
    logger.debug(
      "token answer",
      metadata: [
        "grant_type": "\(request.grantType)", "endpoint": "\(server.tokenEndpoint)",
        "status": "\(answer.response.status.code)",
      ])
    return try TokenResponse(answer, to: request, receivedAt: clock.now())
  }
}
