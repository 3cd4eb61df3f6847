public import OAuth
public import OAuthCore

/// One sign-out that another process may have begun, restored from its sealed text.
public struct RestoredLogout: Sendable {
  let expectedCallback: ExpectedLogoutCallback

  /// The address that the browser comes back to; `nil` if it stays at the server.
  public var postLogoutRedirectURI: RedirectURI? { expectedCallback.postLogoutRedirectURI }

  /// Checks the answer of the browser, as `LogoutAttempt.receive(_:)` does.
  ///
  /// - Parameter url: The whole address that the browser came back to.
  /// - Throws: ``LogoutError`` if it isn't the expected address, or if its `state` isn't this
  ///   sign-out's, so that another party may have caused it.
  public func receive(_ url: String) throws(LogoutError) {
    try expectedCallback.check(url)
  }
}

extension LogoutAttempt {
  /// Seals the sign-out, so that another process can check its answer.
  ///
  /// The text doesn't contain ``url``, which the browser has already opened. An answer isn't
  /// recorded as used: a second one ends nothing that the first one didn't.
  ///
  /// - Parameter sealer: The application's sealer.
  /// - Returns: The sealed sign-out, for a cookie of the browser that began it.
  /// - Throws: `SealingError.tooLong` for a redirect URI of many thousand characters.
  public func sealed(by sealer: AttemptSealer) throws(SealingError) -> Secret {
    var members: [String: JSONValue] = [:]
    members["post_logout_redirect_uri"] = postLogoutRedirectURI.map { .string($0.text) }
    members["state"] = state.map { .string($0.reveal()) }
    members.addExpiry(sealer.expiry(of: beganAt))
    return try sealer.seal(members, for: .logout, of: client)
  }
}

extension OpenIDClient {
  /// Restores a sign-out from the text of ``LogoutAttempt/sealed(by:)``.
  ///
  /// - Parameters:
  ///   - sealedText: The sealed text. It may come from an attacker.
  ///   - sealer: A sealer with the keys of the one that sealed it.
  /// - Throws: `SealingError.invalid` for any text that wasn't sealed for this client and purpose;
  ///   `SealingError.expired`.
  public func restoreLogout(_ sealedText: Secret, from sealer: AttemptSealer) throws(SealingError) -> RestoredLogout {
    let members = try sealer.open(sealedText, for: .logout, of: ClientIdentity(client))
    _ = try members.checkExpiry(now: client.clock.now())
    return RestoredLogout(
      expectedCallback: ExpectedLogoutCallback(
        postLogoutRedirectURI: try members.optionalRedirectURI("post_logout_redirect_uri"),
        state: try members.optionalSecret("state")))
  }
}

extension RestoredLogout: Redacted {
  /// Only the redirect URI.
  public var description: String { "RestoredLogout(\(postLogoutRedirectURI?.description ?? "no way back"))" }
}
