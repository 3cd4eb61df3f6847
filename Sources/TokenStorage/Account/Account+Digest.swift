internal import Crypto
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Account {
  /// The bytes that identify this account uniquely: each part, preceded by its length.
  var octets: [UInt8] { Self.octets([provider, name]) }

  private static func octets(_ texts: [String]) -> [UInt8] {
    var octets: [UInt8] = []
    for text in texts {
      let count = UInt32(text.utf8.count)
      for shift in stride(from: 24, through: 0, by: -8) { octets.append(UInt8(truncatingIfNeeded: count >> shift)) }
      octets += text.utf8
    }
    return octets
  }

  /// The account's file name: the SHA-256 of ``octets`` in 64 hexadecimal digits.
  var fileName: String { Self.digest(octets) }

  /// The account's file name within a scope, so that two scopes never share a file.
  func fileName(in scope: String) -> String { Self.digest(Self.octets([scope, provider, name])) }

  private static func digest(_ octets: [UInt8]) -> String {
    SHA256.hash(data: octets).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
