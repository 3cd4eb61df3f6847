import PKCE
import Testing

/// Pearson's chi-squared over the characters of many verifiers.
@Suite("Statistics over many verifiers")
struct StatisticsTests {
  static let verifiers = 2_000

  @Test("Each of the 66 characters has about its share in verifiers from the whole alphabet, for four seeds")
  func wholeAlphabet() throws {
    for seed in 1...4 {
      let source = SeededSource(seed: UInt64(seed))
      let counts = try count { try .random(length: 128, from: source) }
      #expect(counts.count == 66)
      // With 65 degrees of freedom the mean is 65, and 99.99 % of fair draws are below 115.
      // Reduction modulo 66 without discarding bytes would give thousands.
      #expect(chiSquared(counts, cells: 66) < 115)
    }
  }

  @Test("Each of the 64 characters has about its share in verifiers of encoded bytes, for four seeds")
  func encodedBytes() throws {
    for seed in 1...4 {
      let source = SeededSource(seed: UInt64(seed))
      // 96 bytes fill their characters. With 32, the last character has spare bits and isn't
      // uniform.
      let counts = try count { try .random(bytes: 96, from: source) }
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
    // Each of 256,000 characters occurs about 3,879 times, with a standard deviation of 1.6
    // percent. A fair source exceeds 12 percent, over seven deviations, in less than one of a
    // thousand million runs.
    let whole = try count { try .random(length: 128) }
    let encoded = try count { try .random(bytes: 96) }
    for (counts, cells) in [(whole, 66), (encoded, 64)] {
      #expect(counts.count == cells)
      let share = Double(Self.verifiers * 128) / Double(cells)
      for (character, count) in counts {
        #expect(abs(Double(count) - share) < 0.12 * share, "character \(character)")
      }
    }
  }

  @Test("Chi-squared notices the bias that discarding bytes prevents")
  func power() {
    // The distribution of `byte % 66`: 58 characters four times in 256, 8 characters three times.
    let counts = Dictionary(
      uniqueKeysWithValues: (0..<66).map { (UInt8($0), Self.verifiers * 128 / 256 * ($0 < 58 ? 4 : 3)) })
    #expect(chiSquared(counts, cells: 66) > 500)
  }

  /// Counts each character in many verifiers of 128 characters.
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
