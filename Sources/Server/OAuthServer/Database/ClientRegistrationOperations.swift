public import FoundationBasics

/// Clients that registered themselves (RFC 7591, RFC 7592).
///
/// A record may be saved as `RegisteredClient.json`, the bytes of its words, and the other members
/// in columns.
public protocol ClientRegistrationOperations: Sendable {
  /// Saves a new client, if there is room.
  ///
  /// Clients that were never used and whose time is over don't count, and may be removed. If there
  /// is still no room, the oldest client is removed that was registered an hour ago or more and was
  /// never used. So registrations that are never used can't shut out all others.
  ///
  /// - Parameters:
  ///   - record: The client, by a fresh identifier.
  ///   - limits: The number of clients that may be registered.
  ///   - moment: The present time.
  /// - Throws: Any error of the database. The client isn't registered.
  func register(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at moment: Date
  ) async throws -> RegistrationOutcome

  /// Returns the client with an identifier; `nil` if there is none, or if it was never used and its
  /// time is over.
  ///
  /// - Parameters:
  ///   - clientID: The identifier, as it came in a request.
  ///   - moment: The present time.
  /// - Throws: Any error of the database. The request ends with status 500.
  func registration(_ clientID: String, at moment: Date) async throws -> ClientRegistrationRecord?

  /// Replaces a client's registration (RFC 7592 §2.2). The last of several replacements counts.
  ///
  /// - Parameter record: The whole new registration. A client that was used stays so, whatever the
  ///   record says: the record was read before.
  /// - Returns: `false`, with nothing changed, if the client was removed: a replacement doesn't
  ///   bring it back.
  /// - Throws: Any error of the database. The client gets an error.
  func replaceRegistration(_ record: ClientRegistrationRecord) async throws -> Bool

  /// Notes that a client was used, so that it stays.
  ///
  /// - Parameter clientID: The client's identifier. An unknown one is no error.
  /// - Throws: Any error of the database. The server logs it, and the client gets its tokens.
  func markRegistrationUsed(_ clientID: String) async throws

  /// Removes a client (RFC 7592 §2.3).
  ///
  /// - Parameter clientID: The client's identifier. An unknown one is no error.
  /// - Throws: Any error of the database. The client gets an error.
  func removeRegistration(_ clientID: String) async throws
}

/// The result of registering a client.
public enum RegistrationOutcome: Sendable, Hashable {
  /// The client was registered.
  case added
  /// The maximum number of clients is reached.
  case full
  /// The maximum number of registrations in a minute is reached.
  case tooFast
}
