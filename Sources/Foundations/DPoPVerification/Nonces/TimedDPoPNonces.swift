internal import Crypto
public import FoundationBasics
public import OAuthCore
public import PKCE

/// Nonces that contain the time, authenticated with a server's key.
///
/// Nothing is stored. Every process with the key accepts the nonces of the other processes. Each
/// period has a new nonce. A nonce is accepted for some time after its period, so that clients
/// needn't repeat requests that are on their way. Without the key a nonce can't be forged.
///
/// ```swift
/// let nonces = TimedDPoPNonces(period: .seconds(300), overlap: .seconds(60))
/// let checker = DPoPProofChecker(nonces: nonces, usedTokenIDs: InMemoryUsedTokenIDs())
/// ```
public struct TimedDPoPNonces: DPoPNonces {
  private let key: SymmetricKey
  private let period: Int64
  private let overlap: Int64

  /// The number of seconds by which the clock of another process may be ahead of this one.
  private static let clockDifference: Int64 = 10

  /// Creates nonces under a key that several processes share.
  ///
  /// - Parameters:
  ///   - key: A random key of at least 32 bytes. After a change of the key, each client is rejected
  ///     once and continues with a new nonce.
  ///   - period: The time for which a nonce is the newest, from 1 s to a day. Values outside this
  ///     range are set to the nearer limit.
  ///   - overlap: The time for which a nonce is accepted after its period, from 0 s to a day.
  ///     Values outside this range are set to the nearer limit.
  public init(key: Secret, period: Duration = .seconds(300), overlap: Duration = .seconds(60)) {
    self.init(SymmetricKey(data: Array(key.reveal().utf8)), period, overlap)
  }

  /// Creates nonces under a fresh key, for a server that is a single process.
  ///
  /// - Parameters:
  ///   - random: The source of the key.
  ///   - period: The time for which a nonce is the newest, from 1 s to a day. Values outside this
  ///     range are set to the nearer limit.
  ///   - overlap: The time for which a nonce is accepted after its period, from 0 s to a day.
  ///     Values outside this range are set to the nearer limit.
  public init(
    random: any RandomSource = SystemRandomSource(), period: Duration = .seconds(300), overlap: Duration = .seconds(60)
  ) {
    self.init(SymmetricKey(data: random.exactly(32)), period, overlap)
  }

  private init(_ key: SymmetricKey, _ period: Duration, _ overlap: Duration) {
    self.key = key
    self.period = min(max(period, .seconds(1)), .seconds(86_400)).components.seconds
    self.overlap = min(max(overlap, .zero), .seconds(86_400)).components.seconds
  }

  /// Returns the nonce of the current period.
  ///
  /// - Parameter now: The current moment.
  public func nonce(at now: Date) -> String {
    let seconds = Self.seconds(now)
    return sealed(seconds - seconds % period)
  }

  /// Returns whether the nonce was issued by a process with the key, and is recent enough.
  ///
  /// - Parameters:
  ///   - nonce: The nonce of the proof.
  ///   - now: The current moment.
  public func accepts(_ nonce: String, at now: Date) -> Bool {
    guard nonce.utf8.count == Self.characters, let bytes = try? Base64URL.decode(nonce) else { return false }
    let start = Int64(bitPattern: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    // The nonce is authenticated before the time is used, because it may be forged.
    guard equalInConstantTime(sealed(start).utf8, nonce.utf8) else { return false }
    let age = Self.seconds(now) - start
    return (-Self.clockDifference..<(period + overlap)).contains(age)
  }

  private func sealed(_ start: Int64) -> String {
    let time = Self.bytes(start)
    let code = HMAC<SHA256>.authenticationCode(for: Array("pixy dpop nonce".utf8) + time, using: key)
    return Base64URL.encode(time + code.prefix(16))
  }

  private static func bytes(_ start: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: start >> (56 - 8 * $0)) }
  }

  private static func seconds(_ now: Date) -> Int64 {
    Int64(min(max(now.timeIntervalSince1970, 0), 253_402_300_799))
  }

  /// The length of 24 bytes as base64url.
  private static let characters = 32
}

extension TimedDPoPNonces: Redacted {
  /// The durations, never the key.
  public var description: String { "TimedDPoPNonces(period: \(period) s, overlap: \(overlap) s)" }
}
