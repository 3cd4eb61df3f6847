internal import CryptoExtras
internal import Dispatch
public import OAuthCore
public import PKCE
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Hashes and checks passwords with scrypt, few at once: each takes 128 MiB at the standard cost, so that sign-ins without a
/// bound would take all memory.
///
/// The work is done on threads of its own, because it would keep Swift's pool, which has one thread for each core, from
/// everything else. One value belongs to a process; copies share their bound.
public struct PasswordHasher: Sendable {
  /// What a check says.
  public enum Outcome: Sendable, Hashable {
    /// It isn't the password, or there was no hash.
    case wrong
    /// It is the password.
    case right
    /// It is the password, and this is to be kept in place of its hash, which took less work than is due now.
    case rightWithNewHash(PasswordHash)
  }

  /// What a new hash costs.
  public let cost: PasswordCost
  private let gate: WorkGate
  private let random: any RandomSource
  private let queue = DispatchQueue(label: "pixy.passwords", qos: .userInitiated, attributes: .concurrent)

  /// - Parameters:
  ///   - cost: what a new hash costs; hashes that took less work are made anew when their owner signs in.
  ///   - atOnce: how many passwords are hashed at once, 1 or more; each takes `cost.memory` octets and a core.
  ///   - waiting: how many more may wait, 0 or more. With the standard cost two at once do about six in a second.
  ///   - random: where salts come from; must be unpredictable outside tests.
  public init(
    cost: PasswordCost = .standard, atOnce: Int = 2, waiting: Int = 30, random: any RandomSource = SystemRandomSource()
  ) {
    self.cost = cost
    self.random = random
    gate = WorkGate(capacity: max(atOnce, 1), waitingRoom: max(waiting, 0))
  }

  /// Makes a hash with a fresh salt, for somebody's new password.
  /// - Parameter password: as the person chose it. One of more than ``PasswordDirectory/maximumPasswordOctets`` could
  ///   never be used to sign in.
  /// - Throws: ``PasswordHashingError``.
  public func hash(_ password: Secret) async throws(PasswordHashingError) -> PasswordHash {
    let (cost, salt) = (cost, random.exactly(16))
    return try await run { () throws(PasswordHashingError) in try Self.hash(password, cost, salt) }
  }

  /// Checks a password.
  ///
  /// It takes as long for a user who isn't there as for one whose hash has the current cost, so that the time tells nobody who has an
  /// account. A user whose hash is of another cost can be told apart until they sign in once.
  /// - Parameters:
  ///   - password: what somebody typed.
  ///   - hash: what is kept of the password; `nil` if there is no such user.
  /// - Throws: ``PasswordHashingError``.
  public func check(_ password: Secret, against hash: PasswordHash?) async throws(PasswordHashingError) -> Outcome {
    let (cost, salt) = (cost, random.exactly(16))
    return try await run { () throws(PasswordHashingError) in
      guard let hash else {
        _ = try Self.hash(password, cost, salt)
        return .wrong
      }
      let made = try Self.hash(password, hash.cost, hash.salt, octetCount: hash.hash.count)
      guard equalInConstantTime(made.hash, hash.hash) else { return .wrong }
      return hash.cost.work < cost.work ? .rightWithNewHash(try Self.hash(password, cost, salt)) : .right
    }
  }

  private func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PasswordHashingError) -> Result
  ) async throws(PasswordHashingError) -> Result {
    guard await gate.enter() else { throw .busy }
    typealias Ended = Swift.Result<Result, PasswordHashingError>
    let ended = await withCheckedContinuation { (continuation: CheckedContinuation<Ended, Never>) in
      queue.async {
        continuation.resume(returning: Ended { () throws(PasswordHashingError) in try body() })
      }
    }
    await gate.leave()
    return try ended.get()
  }

  private static func hash(
    _ password: Secret, _ cost: PasswordCost, _ salt: [UInt8], octetCount: Int = 32
  ) throws(PasswordHashingError) -> PasswordHash {
    do {
      let key = try KDF.Scrypt.deriveKey(
        from: Array(password.reveal().utf8), salt: salt, outputByteCount: octetCount, rounds: 1 << cost.logRounds,
        blockSize: cost.blockSize, parallelism: cost.parallelism)
      // Safe: the octets are copied while the key lends them.
      return PasswordHash(cost: cost, salt: salt, hash: unsafe key.withUnsafeBytes { unsafe Array($0) })
    } catch {
      throw .failed
    }
  }
}
