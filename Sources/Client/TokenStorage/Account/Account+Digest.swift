internal import Crypto
internal import FoundationBasics

extension Account {
  /// The bytes that identify this account uniquely: each part, preceded by its length.
  var bytes: [UInt8] { Self.bytes([provider, name]) }

  private static func bytes(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in texts {
      let count = UInt32(text.utf8.count)
      for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
      bytes += text.utf8
    }
    return bytes
  }

  /// The account's file name: the SHA-256 of ``bytes`` in 64 hexadecimal digits.
  var fileName: String { Self.digest(bytes) }

  /// Returns the account's file name within a scope, so that two scopes never share a file.
  func fileName(in scope: String) -> String { Self.digest(Self.bytes([scope, provider, name])) }

  private static func digest(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
