#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Gives a code for a request that a person approved: the one place where codes are made.
  /// - Parameters:
  ///   - request: what was approved.
  ///   - subject: who approved.
  ///   - recognition: when and how they were recognized. What the request asks for is added.
  func giveCode(
    for request: AuthorizationRequest, to subject: Subject, recognition: ApprovalDetails
  ) async throws -> HTTPAnswer {
    guard request.hinted == nil || request.hinted == subject,
      request.askedSubjects?.contains(subject.rawValue) ?? true
    else {
      throw AuthorizationRefusal.redirect(
        request.address,
        ErrorResponse(.loginRequired, description: "another person signed in than the one that the request names"))
    }
    var details = recognition
    guard
      request.essentialContexts.isEmpty || details.authenticationContext.map(request.essentialContexts.contains) == true
    else {
      throw AuthorizationRefusal.redirect(
        request.address,
        ErrorResponse(
          .unmetAuthenticationRequirements,
          description: "the person cannot be recognized in the way that claims requires"))
    }
    details.resources = request.details.resources
    details.authorizationDetails = request.details.authorizationDetails
    details.claims = request.details.claims
    details.confirmation = request.details.confirmation
    try await consume(request)
    let code = mint.secret()
    let now = clock.now()
    let record = AuthorizationCodeRecord(
      hash: SecretHash(of: code), grant: mint.grantID(), clientID: request.client.id,
      redirectURI: request.redirectURI.text, challenge: request.challenge, subject: subject, scope: request.scope,
      expires: now + configuration.lifetimes.authorizationCode,
      rememberedUntil: now + configuration.lifetimes.refreshToken, details: details, nonce: request.nonce)
    try await codes.save(record)
    logger.info(
      "An authorization code was given",
      metadata: ["client_id": "\(request.client.id)", "grant": "\(record.grant)"])
    var parameters = FormParameters()
    parameters.append("code", code.reveal())
    return redirect(request.address, parameters)
  }

  /// Answers that the person refused. It ends a pushed request as a code does.
  func giveRefusal(for request: AuthorizationRequest) async throws -> HTTPAnswer {
    try await consume(request)
    logger.info("A person refused", metadata: ["client_id": "\(request.client.id)"])
    return redirect(request.address, ErrorResponse(.accessDenied, description: "the person refused"))
  }

  /// RFC 9126 §7.3: a pushed request does for one sign-in, which is counted when it is complete. Of several that race, one is.
  private func consume(_ request: AuthorizationRequest) async throws {
    guard let hash = request.pushed, let pushedRequests else { return }
    guard try await pushedRequests.consume(hash) else { throw AuthorizationRefusal.page(.endedRequest) }
  }
}
