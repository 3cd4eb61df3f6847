internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// What a request asks of its completion.
extension AuthorizationServer {
  /// Refuses a person whom the request doesn't mean (OpenID Connect Core §3.1.2.1 `id_token_hint`, §5.5.1 `sub`).
  func check(_ subject: Subject, for request: AuthorizationRequest) throws {
    guard try isMeant(subject, by: request) else {
      throw AuthorizationRefusal.redirect(
        request.address,
        ErrorResponse(.loginRequired, description: "another person signed in than the one that the request names"))
    }
  }

  /// Whether the request means this person, whom its client may know by a pairwise name, or anybody.
  func isMeant(_ subject: Subject, by request: AuthorizationRequest) throws -> Bool {
    guard request.hinted?.means(subject) ?? true else { return false }
    guard let asked = request.askedSubjects else { return true }
    return asked.contains(try configuration.subject(subject, for: request.client).rawValue)
  }

  /// What the code stands for: how the person was recognized, and what the request asks for.
  /// - Throws: a refusal if they weren't recognized as the request demands (OpenID Connect Core §5.5.1.1).
  func approved(_ request: AuthorizationRequest, recognition: ApprovalDetails) throws -> ApprovalDetails {
    let essential = request.essentialContexts
    guard essential.isEmpty || recognition.authenticationContext.map(essential.contains) == true else {
      throw AuthorizationRefusal.redirect(
        request.address,
        ErrorResponse(
          .unmetAuthenticationRequirements, description: "the person was not recognized in the way that claims requires"
        ))
    }
    var details = recognition
    details.resources = request.details.resources
    details.authorizationDetails = request.details.authorizationDetails
    details.claims = request.details.claims
    details.confirmation = request.details.confirmation
    return details
  }

  /// Answers that the person refused. It ends a pushed request as a code does.
  func giveRefusal(for request: AuthorizationRequest) async throws -> HTTPAnswer {
    try await consume(request)
    logger.info("A person refused", metadata: ["client_id": "\(request.client.id)"])
    return redirect(request.address, ErrorResponse(.accessDenied, description: "the person refused"))
  }

  /// RFC 9126 §7.3: a pushed request does for one sign-in, which is counted when it is complete. Of several that race, one is.
  func consume(_ request: AuthorizationRequest) async throws {
    guard let hash = request.pushed, let pushedRequests else { return }
    guard try await pushedRequests.consume(hash) else { throw AuthorizationRefusal.page(.endedRequest) }
  }
}
