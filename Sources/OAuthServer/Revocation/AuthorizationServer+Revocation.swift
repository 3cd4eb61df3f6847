internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters of revocation requests; none may appear twice (RFC 6749 §3.2). Others are ignored.
  private static let understood = ["token", "token_type_hint"] + ClientCredentials.parameters

  /// The revocation endpoint (RFC 7009 §2).
  ///
  /// A token that is unknown is answered like one that was revoked (§2.2), and one of another client is refused (§2.1). The hint isn't
  /// needed: every token is found by its hash.
  func answerRevocation(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try clientForm(request, body, understood: Self.understood)
      let client = try await authenticatedClient(request, form)
      guard let token = form.value("token").map(Secret.init) else {
        throw Refusal(.invalidRequest, "token is missing")
      }
      if let record = try await tokens.find(SecretHash(ofToken: token)) {
        guard record.clientID == client.id else { throw TokenRefusal.invalidGrant("the token is another client's") }
        try await revoke(record)
      }
      return .empty
    }
  }

  /// RFC 7009 §2.1: a refresh token takes all access tokens of its grant with it, also if it was spent or has expired, because
  /// who signs out may never have heard of its successor. An access token goes alone: the approval outlives it anyway.
  private func revoke(_ record: IssuedToken) async throws {
    switch record.kind {
    case .refresh:
      try await end(record.grant, because: "the client revoked its refresh token", level: .info)
    case .access:
      try await tokens.delete(record.hash)
      logger.info(
        "An access token was revoked", metadata: ["client_id": "\(record.clientID)", "grant": "\(record.grant)"])
    }
  }
}
