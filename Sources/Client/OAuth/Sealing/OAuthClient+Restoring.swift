internal import FoundationBasics
public import OAuthCore

extension OAuthClient {
  /// Restores a sign-in from the text of ``AuthorizationAttempt/sealed(by:)``.
  ///
  /// A web application calls it for each request to its redirect URI, with the cookie of the browser
  /// that sent the request. It restores only what the same client began at the same authorization
  /// server. If the request asked for a signed answer (JARM), the server's keys are fetched.
  ///
  /// - Parameters:
  ///   - sealedText: The sealed text. It may come from an attacker.
  ///   - sealer: A sealer with the keys of the one that sealed it.
  /// - Throws: ``SealingError/invalid`` for any text that wasn't sealed for this client and purpose;
  ///   ``SealingError/expired``; ``SealingError/anotherProofKey(expected:)``; for signed answers the
  ///   errors of fetching the server's keys.
  public func restoreAttempt(_ sealedText: Secret, from sealer: AttemptSealer) async throws -> RestoredAttempt {
    let members = try sealer.open(sealedText, for: .authorization, of: ClientIdentity(self))
    let end = try members.checkExpiry(now: clock.now())
    let expectedCallback = try await ExpectedCallback(members, for: self) { try await signedResponse() }
    return RestoredAttempt(expectedCallback, expiresAt: end, usedIDs: sealer.usedIDs, clock: clock)
  }

  /// Restores a sign-in on another device from the text of ``DeviceAuthorization/sealed(by:)``, to
  /// go on waiting with ``tokens(for:resources:clock:progress:)``.
  ///
  /// - Parameters:
  ///   - sealedText: The sealed text. It may come from an attacker.
  ///   - sealer: A sealer with the keys of the one that sealed it.
  /// - Throws: ``SealingError/invalid`` for any text that wasn't sealed for this client and purpose;
  ///   ``SealingError/expired``.
  public func restoreDeviceAuthorization(
    _ sealedText: Secret, from sealer: AttemptSealer
  ) throws(SealingError) -> DeviceAuthorization {
    let identity = ClientIdentity(self)
    let members = try sealer.open(sealedText, for: .device, of: identity)
    _ = try members.checkExpiry(now: clock.now())
    return try DeviceAuthorization(members, of: identity)
  }

  /// Restores a request on the user's own device from the text of
  /// ``BackchannelAuthentication/sealed(by:)``, to go on waiting with
  /// ``tokens(for:clock:progress:)``.
  ///
  /// - Parameters:
  ///   - sealedText: The sealed text. It may come from an attacker.
  ///   - sealer: A sealer with the keys of the one that sealed it.
  /// - Throws: ``SealingError/invalid`` for any text that wasn't sealed for this client and purpose;
  ///   ``SealingError/expired``.
  public func restoreBackchannelAuthentication(
    _ sealedText: Secret, from sealer: AttemptSealer
  ) throws(SealingError) -> BackchannelAuthentication {
    let identity = ClientIdentity(self)
    let members = try sealer.open(sealedText, for: .backchannel, of: identity)
    _ = try members.checkExpiry(now: clock.now())
    return try BackchannelAuthentication(members, of: identity)
  }
}
