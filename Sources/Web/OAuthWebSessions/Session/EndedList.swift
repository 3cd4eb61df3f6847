internal import FoundationBasics
internal import PKCE

/// The identity of a store's list of ended sessions, for sessions in cookies.
///
/// A list that was lost would let ended sessions in again. So each session names the list that it
/// began with, and an empty list has a new identity: when a store's contents are gone, all its
/// sessions have ended. The identity is a record of the store that never expires.
struct EndedList: Sendable {
  let store: any SessionStore

  private static let name = SessionName("identity of the list of ended sessions")
  /// The end of the year 9999.
  private static let never = Date(timeIntervalSince1970: 253_402_300_799)

  /// Returns the identity; `nil` if the store is empty.
  ///
  /// - Throws: The errors of the store.
  func identity(now: Date) async throws -> String? { try await store.session(Self.name, now: now)?.content }

  /// Returns the identity, and creates one in an empty store.
  ///
  /// - Throws: The errors of the store.
  func identity(now: Date, random: any RandomSource) async throws -> String? {
    if let identity = try await identity(now: now) { return identity }
    let content = Base64URL.encode(random.exactly(16))
    do {
      try await store.insert(
        SessionRecord(
          name: Self.name, user: Self.name, content: content, tokens: nil, idleEnd: Self.never, end: Self.never))
    } catch {
      // Another instance may have been faster.
      guard let identity = try await identity(now: now) else { throw error }
      return identity
    }
    return try await identity(now: now)
  }
}
