internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters of token requests; none may appear twice (RFC 6749 §3.2). Others are ignored.
  private static let understood = [
    "grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier", "refresh_token", "scope",
    "device_code",
  ]

  /// The token endpoint (RFC 6749 §3.2).
  func answerToken(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    try await answeringClient {
      .json(try await redeem(request, clientForm(request, body, understood: Self.understood)))
    }
  }

  private func redeem(_ request: HTTPRequest, _ form: FormParameters) async throws -> [String: JSONValue] {
    guard let name = form.value("grant_type") else {
      throw Refusal(.invalidRequest, "grant_type is missing: send one of " + grantNames)
    }
    guard let grant = GrantType(rawValue: name), grants.contains(grant) else {
      throw unsupportedGrantType
    }
    let client = try await authenticatedClient(request, form)
    guard client.grants.contains(grant) else {
      throw Refusal(.unauthorizedClient, "this client may not use this grant type")
    }
    try await noteUse(of: client)
    switch grant {
    case .authorizationCode: return try await redeemCode(form, client)
    case .refreshToken: return try await refresh(form, client)
    case .deviceCode:
      guard let deviceCodes else { throw unsupportedGrantType }
      return try await redeemDeviceCode(form, client, deviceCodes)
    }
  }

  private var unsupportedGrantType: Refusal {
    Refusal(.unsupportedGrantType, "this server takes these grant types alone: " + grantNames)
  }

  private var grantNames: String {
    grants.map(\.rawValue).joined(separator: ", ")
  }
}
