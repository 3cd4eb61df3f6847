internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Gives a token to a client for itself (RFC 6749 §4.4). There is no refresh token (§4.4.3) and no ID token: nobody signed in.
  func giveToClientItself(_ request: TokenRequest) async throws -> [String: JSONValue] {
    let client = request.client
    guard client.kind != .public else {
      throw Refusal(.unauthorizedClient, "public clients prove nothing, and cannot get tokens for themselves")
    }
    let scope = try requestParser.scope(request.form, client)
    guard !scope.contains("openid"), !scope.contains("offline_access") else {
      throw Refusal(.invalidScope, "openid and offline_access are for people, and this grant has none")
    }
    var details = ApprovalDetails()
    details.isForClientItself = true
    // RFC 9396 §6: nobody approved any, so the request says which.
    details.authorizationDetails = try requestParser.authorizationDetails(request.form, client)
    guard details.leavesRoom else {
      throw Refusal(.invalidAuthorizationDetails, "authorization_details is nested too deeply")
    }
    let approval = Approval(
      grant: mint.grantID(), subject: Subject(rawValue: client.id), scope: scope, details: details)
    var terms = try terms(request, approval)
    terms.isRefreshable = false
    let gift = try await makeGift(for: approval, to: request, terms, now: clock.now())
    _ = try await tokens.save(gift.records)
    logger.info("A token was given to a client for itself", metadata: ["client_id": "\(client.id)"])
    return gift.answer
  }
}
