public import PKCE

/// The name of one HTTP request while the server answers it, which makes the database's operations
/// repeatable.
///
/// A connection to a database can break while a transaction commits. Then the server can't know
/// whether the transaction happened. With the key, the operation can be called again: the database
/// recognizes its own first attempt by the key and returns the first result. Without it, the second
/// attempt would look like a second use of a code or token, and would end the user's grant.
/// ``ServerDatabase`` has the contract.
///
/// - **Creation.** The server draws one key for each HTTP request and passes it to every operation
///   that the request needs. A key never leaves the server: it isn't sent to clients and isn't
///   logged.
/// - **Cost.** Codes and tokens need no extra row and no extra write. The row that an operation
///   spends stores the key of the request that spent it: 16 bytes. Only attempts that are counted
///   (passwords, user codes) need a row of their own, because a count can't store the key of each
///   attempt.
/// - **Lifetime.** A database recognizes a key for at least ``recognized`` after the first call, or
///   until the row that stores it has expired.
public struct RequestKey: Sendable, Hashable {
  /// The number of bytes of a key: 128 random bits.
  public static let byteCount = 16
  /// The time for which a database recognizes a key at least: ten minutes. The server and the
  /// database give up on a request long before.
  public static let recognized: Duration = .seconds(600)

  /// The key as a database saves it.
  public let bytes: [UInt8]

  /// Generates a key.
  ///
  /// - Parameter random: The source of randomness. If two requests had the same key, the second
  ///   would get the result of the first.
  public init(drawnFrom random: any RandomSource) {
    bytes = random.exactly(Self.byteCount)
  }

  /// Reads a key that a database saved; `nil` unless there are ``byteCount`` bytes.
  ///
  /// - Parameter bytes: The value of ``bytes``.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }
}
