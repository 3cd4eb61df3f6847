public import FoundationBasics
internal import JOSE
public import OAuthCore

/// One sign-in that another process may have begun, restored from its sealed text.
///
/// It accepts the same answers as the ``AuthorizationAttempt`` that was sealed. The text can be
/// copied and restored several times, but all restored attempts together accept one answer.
public struct RestoredAttempt: Sendable {
  /// The time from which no answer is accepted, by this machine's clock.
  public let expiresAt: Date

  private let expectedCallback: ExpectedCallback
  private let usedIDs: any UsedTokenIDs
  private let clock: WallClock

  init(_ expectedCallback: ExpectedCallback, expiresAt: Date, usedIDs: any UsedTokenIDs, clock: WallClock) {
    self.expectedCallback = expectedCallback
    self.expiresAt = expiresAt
    self.usedIDs = usedIDs
    self.clock = clock
  }

  /// The address that the browser comes back to.
  public var redirectURI: RedirectURI { expectedCallback.redirectURI }

  /// Checks an answer, records that the sign-in has had it, and returns its code (RFC 6749 §4.1.2,
  /// RFC 9207).
  ///
  /// Exactly one answer with the right `state` is accepted, in all processes that share the sealer's
  /// record. It is recorded before the code is returned. If the process ends in between, the user
  /// signs in again.
  ///
  /// - Parameter callback: The answer as the browser delivered it. It may come from an attacker.
  /// - Throws: ``CallbackError``. If its ``CallbackError/leavesWaiting`` is true, the sealed text
  ///   still waits for its own answer; otherwise discard it. ``SealingError/expired``; the errors of
  ///   the record, after which the answer isn't accepted.
  public func receive(_ callback: AuthorizationCallback) async throws -> AuthorizationCode {
    let answer = try expectedCallback.answer(in: callback)
    guard clock.now() < expiresAt else { throw SealingError.expired }
    // The instances' clocks differ a little, so the record lasts longer than the attempt.
    let end = expiresAt.addingTimeInterval(ClockTolerance.standard.seconds)
    guard try await usedIDs.useOnce(expectedCallback.usedOnceID, until: end) else {
      throw CallbackError.alreadyCompleted
    }
    return try expectedCallback.code(in: answer)
  }
}

extension ExpectedCallback {
  /// The name of the sign-in in the record. `state` has 256 random bits, so no two sign-ins share
  /// one.
  fileprivate var usedOnceID: UsedTokenID {
    UsedTokenID(.authorizationState, of: client.id, state.reveal())
  }
}

extension RestoredAttempt: Redacted {
  /// Only the redirect URI.
  public var description: String { "RestoredAttempt(\(redirectURI))" }
}
