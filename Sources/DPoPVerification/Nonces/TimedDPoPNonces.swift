internal import Crypto
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
public import PKCE

/// Nonces that are the time, sealed with a key of the server: nothing is stored, and every process with the key accepts what another
/// one gave.
///
/// A new nonce begins with each period, and one is accepted for a while after its period, so that requests under way aren't sent
/// twice. Whoever hasn't the key can't make one.
public struct TimedDPoPNonces: DPoPNonces {
  private let key: SymmetricKey
  private let period: Int64
  private let overlap: Int64

  /// How far ahead of this one the clock of another process may be, in seconds.
  private static let clockDifference: Int64 = 10

  /// Nonces under a key that several processes share.
  ///
  /// - Parameters:
  ///   - key: random, at least 32 octets. After a change of key each client is refused once, and goes on with a new nonce.
  ///   - period: how long a nonce is the newest; from 1 s to a day, what is outside counts as the nearer of the two.
  ///   - overlap: how long it is accepted after that; from 0 s to a day, likewise.
  public init(key: Secret, period: Duration = .seconds(300), overlap: Duration = .seconds(60)) {
    self.init(SymmetricKey(data: Array(key.reveal().utf8)), period, overlap)
  }

  /// Nonces under a fresh key, for a server that is one process.
  ///
  /// - Parameters:
  ///   - random: where the key comes from.
  ///   - period: how long a nonce is the newest; from 1 s to a day, what is outside counts as the nearer of the two.
  ///   - overlap: how long it is accepted after that; from 0 s to a day, likewise.
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

  /// The nonce of the present period.
  ///
  /// - Parameter now: the present moment.
  public func nonce(at now: Date) -> String {
    let seconds = Self.seconds(now)
    return sealed(seconds - seconds % period)
  }

  /// Whether one of the processes with the key gave the nonce, and not too long ago.
  ///
  /// - Parameters:
  ///   - nonce: what the proof has.
  ///   - now: the present moment.
  public func accepts(_ nonce: String, at now: Date) -> Bool {
    guard nonce.utf8.count == Self.characters, let octets = try? Base64URL.decode(nonce) else { return false }
    let start = Int64(bitPattern: octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    // Checked before it is calculated with: anybody may have written it.
    guard equalInConstantTime(sealed(start).utf8, nonce.utf8) else { return false }
    let age = Self.seconds(now) - start
    return (-Self.clockDifference..<(period + overlap)).contains(age)
  }

  private func sealed(_ start: Int64) -> String {
    let time = Self.octets(start)
    let code = HMAC<SHA256>.authenticationCode(for: Array("pixy dpop nonce".utf8) + time, using: key)
    return Base64URL.encode(time + code.prefix(16))
  }

  private static func octets(_ start: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: start >> (56 - 8 * $0)) }
  }

  private static func seconds(_ now: Date) -> Int64 {
    Int64(min(max(now.timeIntervalSince1970, 0), 253_402_300_799))
  }

  /// 24 octets.
  private static let characters = 32
}

extension TimedDPoPNonces: Redacted {
  /// The times, never the key.
  public var description: String { "TimedDPoPNonces(period: \(period) s, overlap: \(overlap) s)" }
}
