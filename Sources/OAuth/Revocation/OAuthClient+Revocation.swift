internal import HTTPTypes
public import OAuthCore

extension OAuthClient {
  /// Ends a token (RFC 7009 §2.1).
  ///
  /// Call it when a person signs out: with the refresh token, which ends the access tokens of the same grant too on
  /// servers that can (RFC 7009 §2.1), and drop both whatever comes back. A token that is unknown or ended already is
  /// a success. Without an error the token must not be used again.
  /// - Parameters:
  ///   - token: an access or refresh token that this client was given.
  ///   - hint: which of the two it is; lets the server look in the right place first.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused (`unsupported_token_type`: it doesn't
  ///   revoke tokens of that type), or couldn't do it: the token lives on then, and ``EndpointError/isTransient`` and
  ///   ``EndpointError/retryAfter`` say whether and when to try again (RFC 7009 §2.2.1); `HTTPTransportError` if no
  ///   answer came; `CancellationError`.
  public func revoke(_ token: Secret, hint: TokenTypeHint? = nil) async throws {
    var form = FormParameters()
    form.append("token", token.reveal())
    form.append("token_type_hint", ifPresent: hint?.rawValue)
    let (answer, request) = try await post(to: .revocation, form, secrets: [token])
    // RFC 7009 §2.2: the status says everything, and the body of a success is ignored.
    guard answer.response.status != .ok else { return }
    _ = try AnswerMembers(answer, of: .revocation, withholding: request.secrets)
    throw EndpointError(.revocation, .unexpectedStatus(of: answer))
  }
}
