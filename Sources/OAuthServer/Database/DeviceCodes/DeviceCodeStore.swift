#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where sign-ins on devices wait for a person's decision and for the client's poll (RFC 8628).
///
/// Nothing here supposes one process or one connection. Every method is one transaction: it reads a
/// record, lets the record change itself by ``DeviceCodeRecord/decide(_:at:)``,
/// ``DeviceCodeRecord/poll(by:at:)`` or ``DeviceCodeRecord/redeem()``, and writes it back, while
/// nobody else can do the same to that record.
///
/// A record is kept for at least ten minutes after it expired, so that polls are answered with
/// `expired_token`.
public protocol DeviceCodeStore: Sendable {
  /// Keeps a new record. Its codes are told only after this returned `true`.
  /// - Parameters:
  ///   - record: the new record.
  ///   - moment: the server's time.
  /// - Returns: `false`, having kept nothing, if a record that hasn't expired at that moment has
  ///   the same user code or device code.
  /// - Throws: whatever keeps the store from keeping it; no codes are told then.
  func save(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool

  /// Looks for the sign-in that waits for a decision under a user code, and counts the attempt if
  /// there is none, in one atomic step: a thousand guesses that come at once are a thousand guesses
  /// (RFC 8628 §5.1).
  ///
  /// There are counts for each minute of the clock, all about all records: of the wrong codes under
  /// each of ``UserCodeOrigin/keys``, so that whoever enters wrong ones all the time keeps nobody
  /// else from entering right ones; and of those from all addresses, which bounds what can be tried
  /// by somebody who has many. ``WrongUserCodeLimits/admit(_:inAll:_:)`` says what follows from
  /// them. In any 60 seconds that is at most twice each limit. An attempt that isn't looked at
  /// counts nowhere.
  /// - Parameters:
  ///   - userCode: the hash of what was entered.
  ///   - origin: where it came from.
  ///   - moment: the server's time.
  ///   - limits: after so many wrong codes in the minute of `moment` nothing is looked up.
  /// - Returns: the record if it is open at that moment (``DeviceCodeRecord/isOpen(at:)``).
  /// - Throws: whatever keeps the store from answering; the person is shown an error, and can try
  ///   again.
  func find(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits
  ) async throws -> UserCodeLookup

  /// Takes a person's decision about the record with this user code.
  /// - Parameters:
  ///   - userCode: the hash of what was entered.
  ///   - decision: what the person decided, and how they were recognized.
  ///   - moment: the server's time.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   if the record isn't open any more, or there is none.
  /// - Throws: whatever keeps the store from it; the person is shown an error, and whether it
  ///   counts isn't known.
  func decide(userCode: SecretHash, _ decision: DeviceDecision, at moment: Date) async throws -> Bool

  /// Takes a poll of a client with a device code.
  ///
  /// - Parameters:
  ///   - deviceCode: the hash of the device code.
  ///   - client: the identifier of the client that polls, after it showed who it is.
  ///   - moment: the server's time.
  /// - Returns: what the record said, or ``DevicePoll/unknown`` if there is none.
  /// - Throws: whatever keeps the store from it; the client is told `server_error`.
  func poll(_ deviceCode: SecretHash, by client: String, at moment: Date) async throws -> DevicePoll

  /// Marks an approved record as redeemed.
  /// - Parameter deviceCode: the hash of the device code.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   to all others, and if the record is unknown or not approved.
  /// - Throws: whatever keeps the store from it; no tokens are given then.
  func redeem(_ deviceCode: SecretHash) async throws -> Bool
}
