public import FoundationBasics
public import OAuthCore

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

/// A user's decision about a sign-in on a device (RFC 8628 §3.3).
public enum DeviceDecision: Sendable, Hashable {
  /// This user allows the sign-in. The details say when, how and in which session the user was
  /// authenticated.
  case approve(Subject, ApprovalDetails)
  /// A user with the user code refuses the sign-in.
  case deny
}

/// The result of looking up a user code that a user entered.
public enum UserCodeLookup: Sendable, Hashable {
  /// A device's sign-in waits for a decision.
  case found(DeviceCodeRecord)
  /// No sign-in waits under this code: it is unknown, expired or decided. The attempt was counted.
  case unknown
  /// Too many wrong codes were entered in this minute, from this address or in total. No code is
  /// looked up until the next minute.
  case tooManyWrong
}

/// The result of a client's poll with a device code (RFC 8628 §3.5).
public enum DevicePoll: Sendable, Hashable {
  /// The user hasn't decided yet: `authorization_pending`.
  case pending
  /// The user hasn't decided yet, and the client polls too often: `slow_down`. The interval has
  /// grown.
  case tooEarly
  /// The user approved: the user's subject, the approved scope, and the details of the approval.
  /// The tokens go to the poll whose
  /// ``DeviceAuthorizationOperations/completeDeviceAuthorization(_:with:signIn:request:)`` succeeds.
  case approved(Subject, Scope, ApprovalDetails)
  /// The user refused: `access_denied`.
  case denied
  /// The codes expired without a decision or without a poll: `expired_token`.
  case expired
  /// The code is unknown, redeemed, deleted, or another client's: `invalid_grant`.
  case unknown
}
