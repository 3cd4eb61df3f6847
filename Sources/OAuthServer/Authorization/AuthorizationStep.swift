#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// What has to happen before an authorization request can be granted.
enum AuthorizationStep: Sendable {
  /// The person signs in, and decides on the same page.
  case signIn
  /// The person who is signed in decides.
  case decide(Visitor.SignedIn)
  /// Nothing: the person who is signed in has decided before, or needn't be asked.
  case grant(Visitor.SignedIn)
}

extension AuthorizationFlow {
  /// Finds out what has to happen (OpenID Connect Core §3.1.2.3, §3.1.2.4).
  /// - Throws: A refusal if something would have to be shown and `prompt=none` forbids it.
  func step(for request: AuthorizationRequest, _ visitor: Visitor?) async throws -> AuthorizationStep {
    let isSilent = request.prompts.contains(.none)
    guard let signedIn = visitor?.signedIn, try isMeant(signedIn.session.subject, by: request),
      request.accepts(signedIn.session, at: clock.now())
    else {
      guard !isSilent else {
        throw request.needsSignIn
      }
      return .signIn
    }
    guard try await isAllowed(request, by: signedIn.session.subject) else {
      guard !isSilent else {
        throw RedirectRefusal(
          request.address,
          ErrorResponse(
            .consentRequired, description: "the person has not allowed this yet, and prompt=none forbids to ask"))
      }
      return .decide(signedIn)
    }
    return .grant(signedIn)
  }

  /// Whether the person has allowed all of it before, or needn't be asked.
  private func isAllowed(_ request: AuthorizationRequest, by subject: Subject) async throws -> Bool {
    guard !request.isAskedEachTime else { return false }
    guard !request.client.settings.needsNoConsent else { return true }
    let known = try await consents?.consent(of: subject, to: request.client.id)
    return try known.map { try request.asked.isSubset(of: $0.scope) } ?? false
  }

  /// Remembers that the person allowed a request.
  func remember(_ request: AuthorizationRequest, allowedBy subject: Subject) async throws {
    guard !request.client.settings.needsNoConsent else { return }
    try await consents?.add(
      ConsentRecord(
        subject: subject, clientID: request.client.id, scope: try request.asked,
        authorizationDetailsTypes: request.details.authorizationDetails.compactMap { $0.object?["type"]?.string },
        given: clock.now()))
  }

  /// Refuses a person whom the request doesn't mean (OpenID Connect Core §3.1.2.1 `id_token_hint`, §5.5.1 `sub`).
  func check(_ subject: Subject, for request: AuthorizationRequest) throws {
    guard try isMeant(subject, by: request) else {
      throw RedirectRefusal(
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
      throw RedirectRefusal(
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
}
