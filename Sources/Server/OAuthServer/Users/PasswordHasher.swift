internal import CryptoExtras
internal import Dispatch
internal import FoundationBasics
public import OAuthCore
public import PKCE

/// Hashes and checks passwords with scrypt, a limited number at once.
///
/// Each hash takes 128 MiB at the standard cost, so unlimited sign-ins would exhaust the memory.
/// The work is done on threads of its own: Swift's thread pool has only one thread for each core,
/// and would be blocked. Use one value in a process; copies share its limits.
public struct PasswordHasher: Sendable {
  /// The result of a check.
  public enum Outcome: Sendable, Hashable {
    /// The password is wrong, or there was no hash.
    case wrong
    /// The password is right.
    case right
    /// The password is right. Store this hash in place of the old one, which took less work than
    /// the current cost.
    case correctWithNewHash(PasswordHash)
  }

  /// The cost of new hashes.
  public let cost: ScryptCost
  private let gate: ConcurrencyLimit
  private let random: any RandomSource
  private let queue = DispatchQueue(label: "pixy.passwords", qos: .userInitiated, attributes: .concurrent)

  /// Creates a hasher.
  /// - Parameters:
  ///   - cost: The cost of new hashes. Hashes that took less work are replaced when their user
  ///     signs in. Default: `ScryptCost.standard`.
  ///   - atOnce: The number of passwords that are hashed at once, at least 1; each takes
  ///     `cost.memory` bytes and a core. Default: 2.
  ///   - waiting: The number of further passwords that may wait, at least 0. Two at once finish
  ///     about six in a second at the standard cost. Default: 30.
  ///   - random: The source of salts. It must be unpredictable outside tests. Default: the
  ///     system's.
  public init(
    cost: ScryptCost = .standard, atOnce: Int = 2, waiting: Int = 30, random: any RandomSource = SystemRandomSource()
  ) {
    self.cost = cost
    self.random = random
    gate = ConcurrencyLimit(capacity: max(atOnce, 1), queueCapacity: max(waiting, 0))
  }

  /// Hashes a new password with a fresh salt.
  /// - Parameter password: The password as the user chose it. One of more than
  ///   ``PasswordRules/mostBytes`` bytes could never be used to sign in.
  /// - Throws: ``PasswordHashingError/busy`` if too many passwords are waiting;
  ///   ``PasswordHashingError/failed`` if there isn't enough memory.
  public func hash(_ password: Secret) async throws(PasswordHashingError) -> PasswordHash {
    let (cost, salt) = (cost, random.exactly(16))
    return try await run { () throws(PasswordHashingError) in try Self.hash(password, cost, salt) }
  }

  /// Checks a password.
  ///
  /// The check takes the same time for an unknown user as for one whose hash has the current cost,
  /// so the time doesn't reveal which accounts exist. If a user's hash has another cost, the time
  /// reveals that the user exists, until the next sign-in renews the hash.
  /// - Parameters:
  ///   - password: The password as typed.
  ///   - hash: The stored hash; `nil` if there is no such user.
  /// - Throws: ``PasswordHashingError/busy`` if too many passwords are waiting;
  ///   ``PasswordHashingError/failed`` if there isn't enough memory.
  public func check(_ password: Secret, against hash: PasswordHash?) async throws(PasswordHashingError) -> Outcome {
    let (cost, salt) = (cost, random.exactly(16))
    return try await run { () throws(PasswordHashingError) in
      guard let hash else {
        _ = try Self.hash(password, cost, salt)
        return .wrong
      }
      let newHash = try Self.hash(password, hash.cost, hash.salt, byteCount: hash.hash.count)
      guard equalInConstantTime(newHash.hash, hash.hash) else { return .wrong }
      return hash.cost.work < cost.work ? .correctWithNewHash(try Self.hash(password, cost, salt)) : .right
    }
  }

  private func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PasswordHashingError) -> Result
  ) async throws(PasswordHashingError) -> Result {
    guard await gate.enter() else { throw .busy }
    typealias Ended = Swift.Result<Result, PasswordHashingError>
    let end = await withCheckedContinuation { (continuation: CheckedContinuation<Ended, Never>) in
      queue.async {
        continuation.resume(returning: Ended { () throws(PasswordHashingError) in try body() })
      }
    }
    await gate.leave()
    return try end.get()
  }

  private static func hash(
    _ password: Secret, _ cost: ScryptCost, _ salt: [UInt8], byteCount: Int = 32
  ) throws(PasswordHashingError) -> PasswordHash {
    do {
      let key = try KDF.Scrypt.deriveKey(
        from: Array(password.reveal().utf8), salt: salt, outputByteCount: byteCount, rounds: cost.rounds,
        blockSize: cost.blockSize, parallelism: cost.parallelism)
      // Safe: the bytes are copied inside the closure.
      return PasswordHash(cost: cost, salt: salt, hash: unsafe key.withUnsafeBytes { unsafe Array($0) })
    } catch {
      throw .failed
    }
  }
}
