internal import FoundationBasics
internal import OAuthCore

/// The next step of an authorization request.
enum AuthorizationStep: Sendable {
  /// The user signs in, and decides on the same page.
  case signIn
  /// The signed-in user decides.
  case decide(Visitor.SignedIn)
  /// No interaction: the signed-in user decided before, or the client needs no consent.
  case grant(Visitor.SignedIn)
  /// The signed-in user may not use the client, and can sign in with another account.
  case refuse
}

extension AuthorizationFlow {
  /// Returns the next step of a request (OpenID Connect Core §3.1.2.3, §3.1.2.4).
  /// - Throws: A refusal if the step needs a page and `prompt=none` forbids one.
  func step(for request: CheckedAuthorizationRequest, _ visitor: Visitor?) async throws -> AuthorizationStep {
    let isSilent = request.prompts.contains(.none)
    guard let signedIn = visitor?.signedIn, try mayAnswer(signedIn.session.subject, by: request),
      request.accepts(signedIn.session, at: clock.now())
    else {
      guard !isSilent else {
        throw request.needsSignIn
      }
      return .signIn
    }
    let session = signedIn.session
    guard try await passwords.mayUse(request.client, session.subject, .authorization, session.id) else {
      guard !isSilent else {
        throw RedirectRefusal(
          request.address,
          ErrorResponse(.accessDenied, description: "the user is in none of the groups that may use this client"))
      }
      return .refuse
    }
    guard try await isAllowed(request, by: session.subject) else {
      guard !isSilent else {
        throw RedirectRefusal(
          request.address,
          ErrorResponse(
            .consentRequired, description: "the user has not consented yet, and prompt=none forbids asking"))
      }
      return .decide(signedIn)
    }
    return .grant(signedIn)
  }

  /// Returns whether the user consented to all of the request before, or the client needs no
  /// consent.
  private func isAllowed(_ request: CheckedAuthorizationRequest, by subject: Subject) async throws -> Bool {
    guard !request.needsConsentEachTime else { return false }
    guard !request.client.settings.needsNoConsent else { return true }
    let consent = try await consents?.consent(of: subject, to: request.client.id)
    return try consent.map { try request.requestedScope.isSubset(of: $0.scope) } ?? false
  }

  /// Saves the user's consent to a request.
  func remember(_ request: CheckedAuthorizationRequest, allowedBy subject: Subject) async throws {
    try await consents?.remember(
      subject, allowed: request.client, try request.requestedScope, request.details, at: clock.now())
  }

  /// Rejects a user that the request doesn't name (OpenID Connect Core §3.1.2.1 `id_token_hint`,
  /// §5.5.1 `sub`).
  func check(_ subject: Subject, for request: CheckedAuthorizationRequest) throws {
    guard try mayAnswer(subject, by: request) else {
      throw RedirectRefusal(
        request.address,
        ErrorResponse(.loginRequired, description: "the user who signed in is not the one that the request names"))
    }
  }

  /// Returns whether a user may answer the request. The request may name users by the subjects that
  /// its client knows, which may be pairwise, or leave the user open.
  func mayAnswer(_ subject: Subject, by request: CheckedAuthorizationRequest) throws -> Bool {
    guard request.hintedUser?.means(subject) ?? true else { return false }
    guard let subjects = request.requestedSubjects else { return true }
    return subjects.contains(try configuration.subject(subject, for: request.client).rawValue)
  }

  /// Returns the details that the code carries: the facts about the sign-in, and the requested
  /// access.
  /// - Throws: A refusal if the sign-in doesn't reach a required `acr` (OpenID Connect Core
  ///   §5.5.1.1).
  func approved(_ request: CheckedAuthorizationRequest, recognition: ApprovalDetails) throws -> ApprovalDetails {
    let essential = request.essentialContexts
    guard essential.isEmpty || recognition.authenticationContext.map(essential.contains) == true else {
      throw RedirectRefusal(
        request.address,
        ErrorResponse(
          .unmetAuthenticationRequirements, description: "the sign-in does not reach the acr that claims requires"
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
