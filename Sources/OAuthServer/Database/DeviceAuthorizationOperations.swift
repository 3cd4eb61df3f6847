#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Device authorizations from their beginning to the tokens (RFC 8628).
///
/// The rules are functions of ``DeviceCodeRecord``. In one transaction a database reads the record,
/// calls the function that changes it, and saves it. A record is kept for at least ten minutes
/// after it expired, so that polls are answered with `expired_token`.
public protocol DeviceAuthorizationOperations: Sendable {
  /// Saves a new device authorization (RFC 8628 §3.2).
  ///
  /// - Parameters:
  ///   - record: The new record, by the hash of a fresh device code.
  ///   - moment: The present time.
  /// - Returns: `false`, with nothing changed, if another record that hasn't expired has the same
  ///   user code.
  /// - Throws: Any error of the database. The client gets no codes.
  func beginDeviceAuthorization(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool

  /// Looks for the device authorization that waits for a decision under a user code, and counts
  /// wrong codes.
  ///
  /// Looking up and counting are one step, so a thousand concurrent guesses count as a thousand
  /// (RFC 8628 §5.1). There are counts for each minute of the clock: of the wrong codes under each
  /// of ``UserCodeOrigin/keys``, and of those from all addresses.
  /// ``WrongUserCodeLimits/admit(_:inAll:_:)`` has the rule. A code that isn't looked up is counted
  /// nowhere.
  ///
  /// - Parameters:
  ///   - userCode: The hash of the user code.
  ///   - origin: The address that the code came from.
  ///   - moment: The present time.
  ///   - limits: The numbers of wrong codes after which none is looked up.
  ///   - request: The key of the HTTP request, under which a wrong code is counted once.
  /// - Returns: The record if it is open (``DeviceCodeRecord/isOpen(at:)``).
  /// - Throws: Any error of the database. The user can try again.
  func findDeviceAuthorization(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits, request: RequestKey
  ) async throws -> UserCodeLookup

  /// Takes the user's decision (RFC 8628 §3.3).
  ///
  /// - Parameters:
  ///   - userCode: The hash of the user code.
  ///   - decision: The decision.
  ///   - moment: The present time.
  ///   - request: The key of the HTTP request.
  /// - Returns: `true` to exactly one request; `false` to others, and if no open record has this
  ///   user code.
  /// - Throws: Any error of the database. The user can try again.
  func decideDeviceAuthorization(
    userCode: SecretHash, _ decision: DeviceDecision, at moment: Date, request: RequestKey
  ) async throws -> Bool

  /// Takes a client's poll (RFC 8628 §3.4, §3.5).
  ///
  /// - Parameters:
  ///   - deviceCode: The hash of the device code.
  ///   - client: The identifier of the client, which has authenticated itself.
  ///   - moment: The present time.
  ///   - request: The key of the HTTP request.
  /// - Returns: The answer of ``DeviceCodeRecord/poll(by:at:request:)``; ``DevicePoll/unknown``
  ///   without a record.
  /// - Throws: Any error of the database. The client can poll again.
  func pollDeviceAuthorization(
    _ deviceCode: SecretHash, by client: String, at moment: Date, request: RequestKey
  ) async throws -> DevicePoll

  /// Completes an approved device authorization: saves its tokens and notes the sign-in with the
  /// user's session.
  ///
  /// - Parameters:
  ///   - deviceCode: The hash of the device code.
  ///   - tokens: The tokens, all of a grant of their own, by hashes of fresh secrets.
  ///   - signIn: The sign-in at the client; `nil` if it belongs to no session.
  ///   - request: The key of the HTTP request.
  /// - Returns: ``DeviceCompletion/completed`` to exactly one request.
  /// - Throws: Any error of the database. The client gets none of the tokens.
  func completeDeviceAuthorization(
    _ deviceCode: SecretHash, with tokens: [IssuedToken], signIn: SessionSignIn?, request: RequestKey
  ) async throws -> DeviceCompletion
}

/// The result of completing a device authorization.
public enum DeviceCompletion: Sendable, Hashable {
  /// The tokens were saved.
  case completed
  /// The session in which the user approved has ended. Nothing was changed.
  case sessionEnded
  /// The record is unknown, isn't approved, or another request has completed it. Nothing was
  /// changed.
  case refused
}
