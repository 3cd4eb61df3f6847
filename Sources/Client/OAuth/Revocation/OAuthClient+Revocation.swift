internal import HTTPTypes
public import OAuthCore

extension OAuthClient {
  /// Revokes a token (RFC 7009 §2.1).
  ///
  /// Call it with the refresh token when the user signs out, and discard both tokens whatever the
  /// result. Servers that support it then revoke the access tokens of the same grant too. Revoking
  /// an unknown or expired token succeeds.
  /// - Parameters:
  ///   - token: An access or refresh token that was issued to this client.
  ///   - hint: The kind of the token, which speeds up the server's search. Default: none.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused
  ///   (`unsupported_token_type`: it can't revoke tokens of that type), or failed. The token then
  ///   stays valid. The category `ErrorCategory.temporary` and ``EndpointError/retryAfter`` tell
  ///   whether and when to try again (RFC 7009 §2.2.1). `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func revoke(_ token: Secret, hint: TokenTypeHint? = nil) async throws {
    var form = FormParameters()
    form.append("token", token.reveal())
    form.append("token_type_hint", ifPresent: hint?.rawValue)
    let (answer, request) = try await post(to: .revocation, form, secrets: [token])
    // RFC 7009 §2.2: the status is decisive, and the body of a successful answer is ignored. Some
    // servers answer with 202 or 204 instead of 200.
    guard answer.response.status.kind != .successful else { return }
    _ = try AnswerMembers(answer, to: request)
    throw EndpointError(.revocation, statusOf: answer, withholding: request.secrets)
  }
}
