package import HTTPTypes

extension WebSignIn {
  /// Completes the fields of a response of the application.
  ///
  /// A response to a user that says nothing to caches stays with the user, who may be named there,
  /// and extends the session. A response that caches may give to others is left as it is.
  ///
  /// - Parameters:
  ///   - fields: The fields of the response.
  ///   - status: The status of the response.
  ///   - found: The session of the request, if it has one.
  ///   - allowsForeignFrames: Whether pages of other origins may frame the response.
  package func complete(
    _ fields: inout HTTPFields, _ status: HTTPResponse.Status, of found: FoundSession?, allowsForeignFrames: Bool
  ) async {
    // The fields of a 304 would change the copy in a cache (RFC 9111 §4.3.4).
    if let found, status != .notModified {
      switch ResponseCaching(fields) {
      case .shared: break
      case .validated: if !fields.contains(.cacheControl) { fields[.cacheControl] = "private" }
      case .unspecified, .own:
        fields.forbidSharedCopies()
        if found.isExtended { await extend(found.session, in: &fields) }
      }
    }
    if !allowsForeignFrames { fields.forbidForeignFrames() }
  }

  /// Sets the cookie with the new idle time, unless the session has ended during the request.
  private func extend(_ session: BrowserSession, in fields: inout HTTPFields) async {
    guard !sessions.storage.isOnServer, (try? await sessions.isEnded(session)) == false,
      let field = try? sessions.cookieField(session)
    else { return }
    fields.append(HTTPField(name: .setCookie, value: field))
  }

  /// Lets no cache keep a response with the session's cookie, whatever a route or a middleware says
  /// (RFC 9111 §7.3).
  package func guardCookie(in fields: inout HTTPFields) {
    if sessions.cookie.isSet(in: fields) { fields.forbidCopies() }
  }
}
