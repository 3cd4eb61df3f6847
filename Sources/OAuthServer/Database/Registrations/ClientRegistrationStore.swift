#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the server keeps the clients that registered themselves (RFC 7591).
///
/// Nothing here supposes one process: each method is one transaction. A record may be kept as
/// `RegisteredClient.json`, the octets of its words, and the other members in columns.
public protocol ClientRegistrationStore: Sendable {
  /// Keeps a new client, if there is room.
  ///
  /// Clients that were never used and whose time is over don't count, and may be forgotten. If
  /// there is no room without it, the one is forgotten that was registered first of those that were
  /// never used for an hour: who registers clients that nobody uses must not shut out all others.
  /// - Parameters:
  ///   - record: the client, whose identifier no other one has.
  ///   - limits: how many there may be.
  ///   - now: what time it is.
  /// - Throws: whatever keeps the store from it; the client isn't registered then.
  func add(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at now: Date
  ) async throws -> RegistrationOutcome

  /// The client with exactly this identifier; `nil` if there is none, or if it was never used and
  /// its time is over.
  ///
  /// - Parameters:
  ///   - clientID: as it came in a request.
  ///   - now: what time it is.
  /// - Throws: whatever keeps the store from answering; the request ends with status 500.
  func find(_ clientID: String, at now: Date) async throws -> ClientRegistrationRecord?

  /// Puts a client's new registration in the place of the old one. A client that was used stays so,
  /// whatever the record says of it: it was read before.
  /// - Parameter record: the whole new registration; its identifier says whose.
  /// - Returns: `false`, having kept nothing, if the client is no longer there: it must not come
  ///   back.
  /// - Throws: whatever keeps the store from it; the client isn't told that its registration
  ///   changed.
  func replace(_ record: ClientRegistrationRecord) async throws -> Bool

  /// Notes that a client was used, so that it stays. No error if it is unknown.
  ///
  /// - Parameter clientID: the client's identifier.
  /// - Throws: whatever keeps the store from it. It is logged, and the client gets its tokens all
  ///   the same.
  func markUsed(_ clientID: String) async throws

  /// Forgets a client. No error if it is unknown.
  ///
  /// - Parameter clientID: the client's identifier.
  /// - Throws: whatever keeps the store from it; the client isn't told that it is gone.
  func remove(_ clientID: String) async throws
}

/// What became of a registration.
public enum RegistrationOutcome: Sendable, Hashable {
  /// The client is kept.
  case added
  /// There are as many clients as there may be.
  case full
  /// As many were registered in the last minute as may be.
  case tooFast
}
