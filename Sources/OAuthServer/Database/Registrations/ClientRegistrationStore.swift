#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The store of clients that registered themselves (RFC 7591).
///
/// Several processes may share a store: each method is one transaction. A store may keep a record
/// as `RegisteredClient.json`, the bytes of its words, and columns for the other members.
public protocol ClientRegistrationStore: Sendable {
  /// Adds a client, if there is room.
  ///
  /// Clients that were never used and whose time has passed don't count, and may be deleted. If
  /// there is no other room, the oldest client is deleted that was registered an hour ago or
  /// earlier and never used: registering clients without using them must not block all others.
  /// - Parameters:
  ///   - record: The client, whose identifier is new.
  ///   - limits: The maximum numbers of clients.
  ///   - now: The current time.
  /// - Returns: Whether the client was added, or which limit is reached.
  /// - Throws: The store's error. The client isn't registered then.
  func add(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at now: Date
  ) async throws -> RegistrationOutcome

  /// Returns the client with exactly this identifier; `nil` if there is none, or if it was never
  /// used and its time has passed.
  ///
  /// - Parameters:
  ///   - clientID: The identifier as received.
  ///   - now: The current time.
  /// - Throws: The store's error. The request is answered with status 500.
  func find(_ clientID: String, at now: Date) async throws -> ClientRegistrationRecord?

  /// Replaces a client's registration. A client that was used stays marked as used, because the new
  /// record was read before.
  /// - Parameter record: The whole new registration, with the client's identifier.
  /// - Returns: `false`, with nothing saved, if the client was deleted: it must not come back.
  /// - Throws: The store's error. The client gets an error then.
  func replace(_ record: ClientRegistrationRecord) async throws -> Bool

  /// Marks a client as used, so that it is kept. Marking an unknown client is no error.
  ///
  /// - Parameter clientID: The client's identifier.
  /// - Throws: The store's error. It is logged, and the client gets its tokens nevertheless.
  func markUsed(_ clientID: String) async throws

  /// Deletes a client. Deleting an unknown client is no error.
  ///
  /// - Parameter clientID: The client's identifier.
  /// - Throws: The store's error. The client gets an error then.
  func remove(_ clientID: String) async throws
}

/// The result of adding a client.
public enum RegistrationOutcome: Sendable, Hashable {
  /// The client was added.
  case added
  /// The maximum number of clients is reached.
  case full
  /// The maximum number of registrations in a minute is reached.
  case tooFast
}
