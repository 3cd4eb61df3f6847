import Crypto
import Evidence
import OAuthCore
import Testing

@testable import TokenStorage

/// The costs and keys of scrypt (RFC 7914).
@Suite(.covers("RFC 7914 §2")) struct ScryptCostTests {
  /// The test vectors of RFC 7914 §12, without the fourth one, which needs 1 GiB.
  @Test(arguments: [
    (
      "password", "NaCl", 1024, 8, 16,
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride", 16384, 8, 1,
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    ),
    (
      "", "", 16, 1, 1,
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
    ),
  ])
  func `Keys are those of the RFC`(
    _ passphrase: String, _ salt: String, _ n: Int, _ r: Int, _ p: Int, _ expected: String
  ) throws {
    let cost = try #require(ScryptCost(rounds: n, blockSize: r, parallelism: p))
    let key = try cost.key(Secret(passphrase), salt: Array(salt.utf8), byteCount: 64)
    // Safe: the bytes are copied while the key lends them.
    let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  @Test
  func `Costs that are too high for a machine, or invalid for scrypt, are rejected`() {
    for (n, r, p) in [
      (0, 8, 1), (1, 8, 1), (3, 8, 1), (-2, 8, 1), (1 << 62, 8, 1), (Int.max, 32, 16), (1 << 23, 2, 1), (1 << 24, 1, 1),
      (1 << 20, 16, 1), (1 << 20, 8, 3), (16, 0, 1), (16, 33, 1), (16, 1, 0), (16, 1, 17), (1 << 16, 1, 1), (16, -1, 1),
    ] {
      #expect(ScryptCost(rounds: n, blockSize: r, parallelism: p) == nil, "\(n) \(r) \(p)")
    }
    #expect(ScryptCost(rounds: 131_072, blockSize: 8, parallelism: 1) == .standard)
    #expect(ScryptCost(rounds: 1 << 20, blockSize: 8, parallelism: 1) != nil)
  }

  @Test
  func `The standard cost works`() throws {
    let key = try ScryptCost.standard.key(Secret("correct horse"), salt: [UInt8](repeating: 1, count: 16))
    #expect(key.bitCount == 256)
  }
}
