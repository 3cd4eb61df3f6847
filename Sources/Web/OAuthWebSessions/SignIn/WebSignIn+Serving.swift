internal import HTTPTypes
internal import OAuthCore
internal import OAuthSessions

extension WebSignIn {
  /// Answers a request, for applications without Hummingbird.
  ///
  /// The library's own paths are answered here, and all others by the application.
  ///
  /// ```swift
  /// let request = WebRequest(head) { limit in try await body(limit) }
  /// let response = await signIn.respond(to: request) { session in
  ///   guard let session else { return signIn.signInNeeded(for: request) }
  ///   return page(session.user)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - application: Answers with the user's session, or `nil` if there is none. Its errors get a
  ///     page. A request that changes something must have a form with ``UserSession/formToken``,
  ///     which the application checks.
  public func respond(
    to request: WebRequest, application: (UserSession?) async throws -> WebResponse
  ) async -> WebResponse {
    var response = await answer(request, application)
    guardCookie(in: &response.headers)
    if request.method == .head { response.body = [] }
    return response
  }

  private func answer(
    _ request: WebRequest, _ application: (UserSession?) async throws -> WebResponse
  ) async -> WebResponse {
    let found: FoundSession?
    do {
      found = try await session(of: request)
    } catch {
      return await answer(request, withoutStore: error)
    }
    do {
      if let response = try await answer(request, found?.session) { return response }
      do {
        var session = found.map { UserSession(session: $0.session, signIn: self) }
        if let found = session { session = try await self.session(found, meeting: .signedIn) }
        var response = try await application(session)
        await complete(&response.headers, response.status, of: found, allowsForeignFrames: false)
        return response
      } catch UnmetRequirement.ended {
        // The account is gone, and the session with it.
      } catch let error as TokenSessionError where error.category == .signInNeeded {
        // The provider has ended it: a store that fails now leaves a session without valid tokens.
        if let found { try? await discard(found.session) }
      }
      var response = try await application(nil)
      await complete(&response.headers, response.status, of: nil, allowsForeignFrames: false)
      forgetSession(of: request.head.headerFields, in: &response.headers)
      return response
    } catch {
      return problem(error)
    }
  }

  /// Returns the answer to a request that needs a user: the way to the sign-in page and back.
  ///
  /// - Parameter request: The request. Only a page that was opened with GET is returned to.
  public func signInNeeded(for request: WebRequest) -> WebResponse {
    let path = request.method == .get ? request.head.path.flatMap { ReturnPath($0) } : nil
    return redirectToSignIn(returningTo: path ?? .root)
  }
}
