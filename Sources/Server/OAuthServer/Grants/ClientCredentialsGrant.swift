internal import Logging
internal import OAuthCore

/// The client credentials grant (RFC 6749 §4.4). It issues no refresh token (RFC 6749 §4.4.3), and
/// no ID token, because no user signed in.
struct ClientCredentialsGrant: TokenGrant, ServerPart {
  let core: ServerCore

  let type = GrantType.clientCredentials
  let parameters = ["authorization_details"]

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    let client = request.client
    guard client.kind != .public else {
      throw Refusal(.unauthorizedClient, "public clients cannot authenticate, so they cannot use this grant")
    }
    let scope = try scope(request.form, client)
    guard !scope.contains("openid"), !scope.contains("offline_access") else {
      throw Refusal(.invalidScope, "openid and offline_access require a user, and this grant has none")
    }
    var details = ApprovalDetails()
    details.isForClient = true
    // RFC 9396 §6: no user approved any details, so the request names them.
    details.authorizationDetails = try configuration.authorizationDetails(request.form, client)
    guard details.isShallowEnough else {
      throw Refusal(.invalidAuthorizationDetails, "authorization_details is nested too deeply")
    }
    let approval = Approval(
      grant: request.secrets.grantID(), subject: Subject(rawValue: client.id), scope: scope, details: details)
    var terms = try configuration.terms(request, approval)
    terms.isRefreshable = false
    let newTokens = try await tokenIssuer.makeTokens(for: approval, to: request, terms, now: clock.now())
    _ = try await tokenIssuer.tokens.save(newTokens.records)
    logger.info("A token was issued to a client for itself", metadata: ["client_id": "\(client.id)"])
    return newTokens.answer
  }
}
