import PKCE
import Testing

/// Pearson's chi-squared over the characters of many verifiers.
@Suite("Statistics over many verifiers")
struct StatisticsTests {
  static let verifiers = 2_000

  @Test("Each of the 66 characters is near its share in verifiers drawn from the whole alphabet, for four seeds")
  func wholeAlphabet() throws {
    for seed in 1...4 {
      let source = SeededSource(seed: UInt64(seed))
      let counts = try count { try .random(length: 128, from: source) }
      #expect(counts.count == 66)
      // 65 degrees of freedom: mean 65, and 99.99 % of fair draws are below 115. Reducing modulo 66 without throwing
      // octets away would give thousands.
      #expect(chiSquared(counts, cells: 66) < 115)
    }
  }

  @Test("Each of the 64 characters is near its share in verifiers of encoded octets, for four seeds")
  func encodedOctets() throws {
    for seed in 1...4 {
      let source = SeededSource(seed: UInt64(seed))
      // 96 octets fill their characters; with 32 the last one has spare bits and isn't uniform.
      let counts = try count { try .random(octets: 96, from: source) }
      #expect(counts.count == 64)
      #expect(chiSquared(counts, cells: 64) < 113)
    }
  }

  @Test("Each position has its share of each character", arguments: [0, 1, 42, 43, 127])
  func positions(position: Int) throws {
    let source = SeededSource(seed: 7636)
    var counts: [UInt8: Int] = [:]
    for _ in 0..<Self.verifiers * 2 {
      let verifier = try CodeVerifier.random(length: 128, from: source)
      counts[Array(verifier.reveal().utf8)[position], default: 0] += 1
    }
    #expect(chiSquared(counts, cells: 66) < 115)
  }

  @Test("The system's own randomness gives each character within 12 percent of its share")
  func system() throws {
    // 256,000 characters: about 3,879 of each, with a standard deviation of 1.6 percent. 12 percent is over seven of
    // them, which a fair source exceeds in less than one of a thousand million runs.
    let whole = try count { try .random(length: 128) }
    let encoded = try count { try .random(octets: 96) }
    for (counts, cells) in [(whole, 66), (encoded, 64)] {
      #expect(counts.count == cells)
      let share = Double(Self.verifiers * 128) / Double(cells)
      for (character, count) in counts {
        #expect(abs(Double(count) - share) < 0.12 * share, "character \(character)")
      }
    }
  }

  @Test("Chi-squared itself notices a bias of the kind that rejection prevents")
  func power() {
    // What `octet % 66` gives: 58 characters four times in 256, 8 characters three times.
    let counts = Dictionary(
      uniqueKeysWithValues: (0..<66).map { (UInt8($0), Self.verifiers * 128 / 256 * ($0 < 58 ? 4 : 3)) })
    #expect(chiSquared(counts, cells: 66) > 500)
  }

  /// How often each character comes in many verifiers of 128.
  private func count(_ make: () throws -> CodeVerifier) rethrows -> [UInt8: Int] {
    var counts = Array(repeating: 0, count: 256)
    for _ in 0..<Self.verifiers {
      for character in try make().reveal().utf8 {
        counts[Int(character)] += 1
      }
    }
    return Dictionary(
      uniqueKeysWithValues: counts.enumerated().filter { $1 > 0 }.map { (UInt8($0), $1) })
  }

  /// The sum over all cells of (observed - expected)² / expected.
  private func chiSquared(_ counts: [UInt8: Int], cells: Int) -> Double {
    let expected = Double(counts.values.reduce(0, +)) / Double(cells)
    let missing = Double(cells - counts.count) * expected
    return counts.values.reduce(missing) { sum, count in
      sum + (Double(count) - expected) * (Double(count) - expected) / expected
    }
  }
}
