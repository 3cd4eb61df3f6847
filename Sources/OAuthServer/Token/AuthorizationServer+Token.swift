internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters of token requests; none may appear twice (RFC 6749 §3.2). `resource` and `audience` may (RFC 8707 §2, RFC 8693
  /// §2.1). Others are ignored.
  private static let understood =
    [
      "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope", "authorization_details",
      "device_code", "assertion",
      "subject_token", "subject_token_type", "actor_token", "actor_token_type", "requested_token_type",
    ] + ClientCredentials.parameters

  /// The token endpoint (RFC 6749 §3.2).
  func answerToken(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try clientForm(request, body, understood: Self.understood)
      let grant = try grantType(form)
      let client = try await authenticatedClient(request, form)
      guard client.grants.contains(grant) else {
        throw Refusal(.unauthorizedClient, "this client may not use this grant type")
      }
      let binding = try await tokenBinding(request, client)
      let members = try await redeem(
        grant, TokenRequest(form: form, client: client, confirmation: binding.confirmation))
      await noteUse(of: client)
      return .json(members, fields: nonceField(after: binding.proof))
    }
  }

  private func grantType(_ form: FormParameters) throws(Refusal) -> GrantType {
    guard let name = form.value("grant_type") else {
      throw Refusal(.invalidRequest, "grant_type is missing: send one of " + grantNames)
    }
    guard let grant = GrantType(rawValue: name), grants.contains(grant) else { throw unsupportedGrantType }
    return grant
  }

  private func redeem(_ grant: GrantType, _ request: TokenRequest) async throws -> [String: JSONValue] {
    switch grant {
    case .authorizationCode: return try await redeemCode(request)
    case .refreshToken: return try await refresh(request)
    case .clientCredentials: return try await giveToClientItself(request)
    case .tokenExchange: return try await exchange(request)
    case .jwtBearer: return try await redeemAssertion(request)
    case .deviceCode:
      guard let deviceCodes else { throw unsupportedGrantType }
      return try await redeemDeviceCode(request, deviceCodes)
    }
  }

  private var unsupportedGrantType: Refusal {
    Refusal(.unsupportedGrantType, "this server takes these grant types alone: " + grantNames)
  }

  private var grantNames: String {
    grants.map(\.rawValue).joined(separator: ", ")
  }
}
