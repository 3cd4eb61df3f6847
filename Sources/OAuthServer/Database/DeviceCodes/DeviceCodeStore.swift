#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The store of sign-ins on devices (RFC 8628), which wait for the user's decision and the client's
/// polls.
///
/// Several processes and connections may share a store. Every method is one transaction: it reads a
/// record, calls ``DeviceCodeRecord/decide(_:at:)``, ``DeviceCodeRecord/poll(by:at:)`` or
/// ``DeviceCodeRecord/redeem()``, and writes the record back, without a concurrent change of that
/// record.
///
/// A record is kept for at least ten minutes after it expired, so that polls are answered with
/// `expired_token`.
public protocol DeviceCodeStore: Sendable {
  /// Saves a new record. Its codes are issued only after this method has returned `true`.
  /// - Parameters:
  ///   - record: The new record.
  ///   - moment: The server's time.
  /// - Returns: `false`, with nothing saved, if an unexpired record has the same user code or
  ///   device code.
  /// - Throws: The store's error. No codes are issued then.
  func save(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool

  /// Looks up the sign-in that waits for a decision under a user code, and counts the attempt if
  /// there is none, in one atomic step: concurrent guesses must all be counted (RFC 8628 §5.1).
  ///
  /// There are counts for each minute of the clock, over all records. Wrong codes are counted under
  /// each of ``UserCodeOrigin/keys``, so that an attacker can't block other users. They are counted
  /// in total too, which limits attackers with many addresses.
  /// ``WrongUserCodeLimits/admit(_:inAll:_:)`` decides by these counts. In any 60 seconds at most
  /// twice each limit is looked up. An attempt that isn't looked up is not counted.
  /// - Parameters:
  ///   - userCode: The hash of the entered text.
  ///   - origin: The origin of the request.
  ///   - moment: The server's time.
  ///   - limits: The maximum numbers of wrong codes in the minute of `moment`.
  /// - Returns: The record if it is open at that moment (``DeviceCodeRecord/isOpen(at:)``).
  /// - Throws: The store's error. The user sees an error page, and can try again.
  func find(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits
  ) async throws -> UserCodeLookup

  /// Records the user's decision about the record with this user code.
  /// - Parameters:
  ///   - userCode: The hash of the entered text.
  ///   - decision: The decision, and how the user was authenticated.
  ///   - moment: The server's time.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   if the record is no longer open, or there is none.
  /// - Throws: The store's error. The user sees an error page; the decision may have been recorded
  ///   or not.
  func decide(userCode: SecretHash, _ decision: DeviceDecision, at moment: Date) async throws -> Bool

  /// Records a client's poll with a device code.
  ///
  /// - Parameters:
  ///   - deviceCode: The hash of the device code.
  ///   - client: The identifier of the polling client, after authentication.
  ///   - moment: The server's time.
  /// - Returns: The result of the record's transition, or ``DevicePoll/unknown`` if there is no
  ///   record.
  /// - Throws: The store's error. The client gets `server_error`.
  func poll(_ deviceCode: SecretHash, by client: String, at moment: Date) async throws -> DevicePoll

  /// Marks an approved record as redeemed.
  /// - Parameter deviceCode: The hash of the device code.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   to all others, and if the record is unknown or not approved.
  /// - Throws: The store's error. No tokens are issued then.
  func redeem(_ deviceCode: SecretHash) async throws -> Bool
}
