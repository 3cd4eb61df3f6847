#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Takes what the person decided on the sign-in page.
  ///
  /// The form carries the whole authorization request, and it is checked again: the server remembers nothing between
  /// the two, and nothing that was changed on the way gets through.
  func answerDecision(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    try await refusing {
      let form = try ownForm(request, body)
      let carried = try single(PageField.request, in: form) ?? ""
      guard let parameters = try? FormParameters(decoding: carried) else { throw AuthorizationRefusal.page(.malformed) }
      let asked = try await requestParser.parse(parameters, at: .completion)
      let visitor = try await visitor(of: request)
      let decision = try single(PageField.decision, in: form)
      let token = try single(PageField.token, in: form)
      if let visitor, !visitor.formToken.matches(token) {
        logger.notice("A form without its browser's token came: its page is shown again")
        return try await showAgain(asked, visitor)
      }
      switch decision {
      case PageField.deny:
        return try await sendingServerError(to: asked.address) { try await giveRefusal(for: asked) }
      case PageField.another where visitor != nil:
        return try signInPage(for: asked, username: "", visitor)
      case PageField.approve:
        // What a client may ask for can have become more since the page was shown (RFC 7592 §2.2). Who posts no such field didn't use a
        // page of this server, and can't be made to by a client.
        let wanted = try asked.asked
        guard form.all(PageField.shown).allSatisfy({ wanted.isSubset(of: (try? Scope(parameter: $0)) ?? .none) }) else {
          logger.notice(
            "More is asked for than the page showed: it is shown again", metadata: ["client_id": "\(asked.client.id)"])
          return try await showAgain(asked, visitor)
        }
        return try await sendingServerError(to: asked.address) {
          // The page that asks who is signed in has no such field; an empty one is a mistake, not a decision.
          guard visitor == nil || !form.all(PageField.username).isEmpty else {
            return try await approve(asked, visitor)
          }
          return try await approve(
            asked, username: try single(PageField.username, in: form) ?? "",
            password: Secret(try single(PageField.password, in: form) ?? ""), visitor)
        }
      default:
        throw AuthorizationRefusal.page(.unknownDecision)
      }
    }
  }

  /// The page for a request whose form doesn't count: nothing is decided by it, whatever was allowed before.
  private func showAgain(_ request: AuthorizationRequest, _ visitor: Visitor?) async throws -> HTTPAnswer {
    let signedIn: Visitor.SignedIn? =
      switch try await step(for: request, visitor) {
      case .decide(let signedIn), .grant(let signedIn): signedIn
      case .signIn: nil
      }
    if let visitor, let signedIn { return try consentPage(for: request, signedIn, visitor) }
    return try signInPage(
      for: request, username: proposedName(for: request, visitor), visitor, problem: .outdatedForm)
  }

  /// Somebody signs in, and allows what is asked for.
  private func approve(
    _ request: AuthorizationRequest, username: String, password: Secret, _ visitor: Visitor?
  ) async throws -> HTTPAnswer {
    guard !request.prompts.contains(.none) else { throw request.needsSignIn }
    let subject: Subject
    switch try await checkPassword(username: username, password: password, for: request.client.id) {
    case .right(let person): subject = person
    case .refused(let problem): return try signInPage(for: request, username: username, visitor, problem: problem)
    }
    try check(subject, for: request)
    guard let visitor, let sessions = stores.sessions else {
      return try await giveCode(for: request, to: subject, ApprovalDetails(authenticationTime: clock.now()))
    }
    let (session, cookie) = try await startSession(of: subject, visitor, sessions)
    // Whatever the client is answered, the browser needs the new secret: the old one means nothing any more.
    let answer = try await refusing {
      try await sendingServerError(to: request.address) {
        try await remember(request, allowedBy: subject)
        return try await giveCode(for: request, to: subject, session.details)
      }
    }
    return answer.setting(cookie: sessionCookie.giving(cookie))
  }

  /// Somebody who is signed in allows what is asked for.
  private func approve(_ request: AuthorizationRequest, _ visitor: Visitor?) async throws -> HTTPAnswer {
    guard let session = visitor?.signedIn?.session, !request.prompts.contains(.none),
      try isMeant(session.subject, by: request), request.accepts(session, at: clock.now())
    else { return try await proceed(with: request, visitor) }
    try await remember(request, allowedBy: session.subject)
    return try await giveCode(for: request, to: session.subject, session.details)
  }

  /// RFC 6749 §4.1.2.1: a browser on its way to the client can't be sent there with status 500.
  func sendingServerError(
    to address: AnswerAddress, _ body: () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch let refusal as AuthorizationRefusal {
      throw refusal
    } catch {
      log(failure: error, at: .decision)
      return redirect(address, ErrorResponse(.serverError))
    }
  }

  /// A field of a form that a page posted.
  func single(_ name: String, in form: FormParameters) throws -> String? {
    do {
      return try form.single(name)
    } catch {
      throw AuthorizationRefusal.page(.repeated(name))
    }
  }
}

extension AuthorizationRequest {
  var address: AnswerAddress {
    AnswerAddress(client: client, redirectURI: redirectURI, state: state, mode: mode)
  }
}
