internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions

extension WebSignIn {
  /// Returns a response with a JSON object.
  func json(_ members: [String: JSONValue], status: HTTPResponse.Status = .ok) -> WebResponse {
    secured(
      WebResponse(
        status: status, headers: [.contentType: OAuthCore.MediaType.json], body: JSONValue.object(members).bytes()))
  }

  /// Tells a script whether a user is signed in, who it is, and for how long (RFC 10017 §6.1.2.1).
  /// No token is in it.
  func sessionCheck(_ request: WebRequest, _ session: BrowserSession?) -> WebResponse {
    do {
      try checkScript(request)
    } catch {
      return problem(forScript: error)
    }
    guard let session else {
      return json(["signed_in": .bool(false), "sign_in": .string(paths.signIn)])
    }
    let (now, user) = (clock.now(), session.user)
    let end = session.end(sessions.lifetimes).timeIntervalSince(now)
    let idleEnd = session.usedAt.addingTimeInterval(sessions.lifetimes.idle(of: session).inSeconds)
    // The names of OpenID Connect Core §5.1.
    var members: [String: JSONValue] = ["iss": .string(user.issuer), "sub": .string(user.subject)]
    members["name"] = user.profile.name.map { .string($0) }
    members["preferred_username"] = user.profile.login.map { .string($0) }
    members["picture"] = user.profile.picture.map { .string($0.text) }
    members["email"] = user.profile.email.map { .string($0) }
    members["email_verified"] = user.profile.isEmailVerified.map { .bool($0) }
    return json([
      "signed_in": .bool(true), "user": .object(members), "provider": .string(user.provider),
      "expires_in": .integer(Int64(min(end, idleEnd.timeIntervalSince(now)))), "ends_in": .integer(Int64(end)),
      "sign_out": .string(paths.signOut),
    ])
  }

  /// Checks that the application's own script sent a request (RFC 10017 §6.1.3.3.2).
  ///
  /// A page of another origin can't add the field without a preflight, which is never approved. The
  /// browser's own statement is checked too, because other sites of the same host may be approved by
  /// other middleware.
  package func checkScript(_ request: WebRequest) throws(ScriptProblem) {
    guard request.headers[values: .csrf] == ["1"] else { throw .foreign }
    switch RequestOrigin(request.headers, of: address.origin) {
    case .own: return
    // Browsers from before 2023 state nothing with a GET.
    case .unknown where request.method == .get || request.method == .head: return
    case .unknown, .user, .foreign: throw .foreign
    }
  }

  /// Logs an error, and returns it as JSON.
  package func problem(forScript error: any Error) -> WebResponse {
    let problem = ScriptProblem(error)
    logger.log(
      level: problem.status.code >= 500 ? .error : .info, "request of a script rejected",
      metadata: [
        "status": "\(problem.status.code)", "code": "\(problem.code)",
        "reason": "\((error as? ScriptProblem)?.words ?? Self.reason(error))",
      ])
    let stepUp = if case UnmetRequirement.stepUp(let stepUp) = error { stepUp } else { StepUp?.none }
    var members = problem.members
    if problem.status == .unauthorized { members["sign_in"] = .string(signInLocation(stepUp)) }
    var response = json(members, status: problem.status)
    if problem.status == .unauthorized { response.headers[.wwwAuthenticate] = challenge(stepUp) }
    if let seconds = problem.retryAfter?.components.seconds { response.headers[.retryAfter] = "\(max(1, seconds))" }
    if !problem.allowedMethods.isEmpty {
      response.headers[.allow] = problem.allowedMethods.map(\.rawValue).joined(separator: ", ")
    }
    return response
  }

  /// Forwards a request to an API with the user's access token (RFC 10017 §6.1.3.6).
  ///
  /// - Parameters:
  ///   - request: A request to the API's path.
  ///   - api: The API.
  ///   - session: The user's session.
  /// - Throws: A ``ScriptProblem`` if the request or its answer isn't forwarded; the errors of
  ///   ``UserSession/tokens()`` and of `TokenSession.send`.
  package func forward(
    _ request: WebRequest, to api: ForwardedAPI, for session: UserSession
  ) async throws -> WebResponse {
    let head = try api.request(for: request.head)
    guard let client = client(at: session.user.provider), api.accepts(client.provider) else {
      throw ScriptProblem.forbidden
    }
    // A GET has no body (RFC 9110 §9.3.1).
    let hasBody = request.method != .get && request.method != .head
    let body = hasBody ? try await request.body(upTo: api.bodyBytes) : []
    let answer = try await session.tokens().send(head, body: body, limits: api.limits)
    logger.debug(
      "request forwarded", metadata: ["to": "\(api.address)", "status": "\(answer.response.status.code)"])
    return secured(
      WebResponse(
        status: answer.response.status, headers: try api.fields(of: answer.response),
        body: request.method == .head ? [] : answer.body))
  }

  /// Returns the challenge that RFC 9110 §15.5.2 requires. There is no registered scheme for cookies.
  ///
  /// - Parameter stepUp: The authentication that the route needs (RFC 9470 §3). Default: any.
  package func challenge(_ stepUp: StepUp? = nil) -> String {
    #"Cookie sign-in="\#(signInLocation(stepUp))""# + (stepUp.map { ", " + $0.challenge } ?? "")
  }

  private func signInLocation(_ stepUp: StepUp?) -> String {
    stepUp.map { signInLocation(notice: .stepUp, options: SignInOptions(stepUp: $0)) } ?? paths.signIn
  }
}

extension HTTPField.Name {
  /// The field that the application's scripts add to each request. Its value is `1`.
  static let csrf = HTTPField.Name("X-CSRF") ?? .origin
}
