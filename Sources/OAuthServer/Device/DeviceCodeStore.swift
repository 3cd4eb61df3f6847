#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where sign-ins on devices wait for a person's decision and for the client's poll (RFC 8628).
///
/// Nothing here supposes one process or one connection. Every method is one transaction: it reads a record, lets the
/// record change itself by ``DeviceCodeRecord/decide(_:at:)``, ``DeviceCodeRecord/poll(by:at:)`` or
/// ``DeviceCodeRecord/redeem()``, and writes it back, while nobody else can do the same to that record.
///
/// A record is kept for at least ten minutes after it expired, so that polls are answered with `expired_token`.
public protocol DeviceCodeStore: Sendable {
  /// Keeps a new record. Its codes are told only after this returned `true`.
  /// - Parameters:
  ///   - record: the new record.
  ///   - moment: the server's time.
  /// - Returns: `false`, having kept nothing, if a record that hasn't expired at that moment has the same user code or
  ///   device code.
  func save(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool

  /// Looks for the sign-in that waits for a decision under a user code, and counts the attempt if there is none, in one
  /// atomic step: a thousand guesses that come at once are a thousand guesses (RFC 8628 §5.1).
  ///
  /// The count is one for all records and all who enter codes, for each minute of the clock. That bounds how many codes
  /// can be tried on this server, from wherever they come: at most twice the limit in any 60 seconds. It doesn't tell
  /// people apart, so that somebody who enters wrong codes all the time keeps everybody else from entering right ones;
  /// against that a limit for each address belongs in front of the server.
  /// - Parameters:
  ///   - userCode: the hash of what was entered.
  ///   - moment: the server's time.
  ///   - wrongCodesPerMinute: after so many wrong codes in the minute of `moment` nothing is looked up.
  /// - Returns: the record if it is open at that moment (``DeviceCodeRecord/isOpen(at:)``).
  func find(userCode: SecretHash, at moment: Date, wrongCodesPerMinute: Int) async throws -> UserCodeLookup

  /// Takes a person's decision about the record with this user code.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false` if the record isn't
  ///   open any more, or there is none.
  func decide(userCode: SecretHash, _ decision: DeviceDecision, at moment: Date) async throws -> Bool

  /// Takes a poll of a client with a device code.
  func poll(_ deviceCode: SecretHash, by client: String, at moment: Date) async throws -> DevicePoll

  /// Marks an approved record as redeemed.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false` to all others, and
  ///   if the record is unknown or not approved.
  func redeem(_ deviceCode: SecretHash) async throws -> Bool
}
