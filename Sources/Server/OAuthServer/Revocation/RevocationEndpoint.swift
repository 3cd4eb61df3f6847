internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The revocation endpoint (RFC 7009 §2).
///
/// An unknown token is answered like a revoked one (§2.2), and another client's token is rejected
/// (§2.1). The `token_type_hint` isn't needed, because every token is found by its hash.
struct RevocationEndpoint: ClientEndpoint {
  let core: ServerCore
  let authenticator: ClientAuthenticator
  let tokens: any TokenOperations
  let revocation: GrantRevocation

  /// The parameters that may not appear twice (RFC 6749 §3.2). Others are ignored.
  private static let knownParameters = ["token", "token_type_hint"] + ClientCredentials.parameters

  var description: EndpointDescription {
    EndpointDescription(
      name: "revocation", paths: [configuration.revocationEndpoint.parts.path], methods: [.post],
      errors: .json(requests: "revocation requests", rule: "RFC 7009 section 2.1"), allowsOtherOrigins: true,
      events: [.tokenRevocation, .grantEnd, .requestRejection],
      operations: [
        .client(
          "Revokes a token (RFC 7009)", .clientCredentials + [.required("token"), .text("token_type_hint")],
          mediaTypes: []
        )
      ])
  }

  var metadata: [String: JSONValue] {
    ["revocation_endpoint": .string(configuration.revocationEndpoint.text)]
      .merging(authenticator.metadata(of: "revocation", allowsPublic: true)) { $1 }
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try exchange.clientForm(knownParameters: Self.knownParameters)
      let client = try await authenticator.client(exchange, form)
      guard let token = form.value("token").map(Secret.init) else {
        throw Refusal(.invalidRequest, "token is missing")
      }
      if let record = try await tokens.token(SecretHash(ofToken: token)) {
        guard record.clientID == client.id else { throw Refusal.invalidGrant("the token belongs to another client") }
        try await revoke(record)
      }
      return .empty
    }
  }

  /// Revokes one token.
  ///
  /// A refresh token takes all access tokens of its grant with it (RFC 7009 §2.1). A spent or
  /// expired refresh token does too, because a client that signs out may never have received its
  /// successor. An access token is revoked without its grant: the user's approval stays.
  private func revoke(_ record: IssuedToken) async throws {
    audit(.tokenRevocation) { ($0.subject, $0.grant) = (record.subject, record.grant) }
    switch record.kind {
    case .refresh:
      try await revocation.end(
        record.grant, of: record.subject, at: record.clientID, because: "the client revoked its refresh token",
        level: .info)
    case .access:
      try await tokens.revokeAccessToken(record.hash)
      logger.info(
        "An access token was revoked", metadata: ["client_id": "\(record.clientID)", "grant": "\(record.grant)"])
    }
  }
}
