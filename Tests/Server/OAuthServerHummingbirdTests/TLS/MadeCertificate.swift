import Crypto
import Foundation
import OAuthCore

/// An X.509 certificate for a test (RFC 5280 §4.1), with a P-256 key.
struct MadeCertificate {
  let name: String
  let der: [UInt8]
  let key: P256.Signing.PrivateKey

  /// The certificate's use, which its extensions declare.
  enum Purpose {
    case authority, server, client
  }

  /// `UTCTime` has years of two digits.
  static let valid = (from: "200101000000Z", until: "491231235959Z")
  static let outdated = (from: "200101000000Z", until: "210101000000Z")

  /// Creates a certificate that `issuer` signs. Nil makes it self-signed.
  init(
    _ name: String, _ purpose: Purpose, by issuer: MadeCertificate? = nil,
    validity: (from: String, until: String) = valid, hosts: [String] = []
  ) throws {
    key = P256.Signing.PrivateKey()
    self.name = name
    let ecdsa = Self.node(0x30, Self.object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))
    let body = Self.node(
      0x30, Self.node(0xA0, Self.node(0x02, [2])), Self.node(0x02, [1] + (0..<8).map { _ in .random(in: 0...255) }),
      ecdsa, Self.named(issuer?.name ?? name),
      Self.node(0x30, Self.node(0x17, Array(validity.from.utf8)), Self.node(0x17, Array(validity.until.utf8))),
      Self.named(name), Array(key.publicKey.derRepresentation),
      Self.node(0xA3, Self.node(0x30, Self.extensions(purpose, hosts))))
    let signature = try (issuer?.key ?? key).signature(for: Data(body)).derRepresentation
    der = Self.node(0x30, body, ecdsa, Self.node(0x03, [0] + signature))
  }

  var pem: String {
    "-----BEGIN CERTIFICATE-----\n" + Data(der).base64EncodedString(options: .lineLength64Characters)
      + "\n-----END CERTIFICATE-----\n"
  }

  var keyPEM: Secret { Secret(key.pemRepresentation) }

  private static func extensions(_ purpose: Purpose, _ hosts: [String]) -> [UInt8] {
    switch purpose {
    case .authority: extended(0x13, node(0x30, node(0x01, [0xFF])))
    // Without hosts, the only subject alternative name is the address 127.0.0.1.
    case .server:
      extended(
        0x11,
        node(0x30, hosts.isEmpty ? node(0x87, [127, 0, 0, 1]) : hosts.flatMap { node(0x82, Array($0.utf8)) }))
        + usage(0x01)
    case .client: usage(0x02)
    }
  }

  private static func usage(_ last: UInt8) -> [UInt8] {
    extended(0x25, node(0x30, object([0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, last])))
  }

  private static func extended(_ last: UInt8, _ value: [UInt8]) -> [UInt8] {
    node(0x30, object([0x55, 0x1D, last]), node(0x04, value))
  }

  /// A distinguished name with a common name only: `CN=…`.
  private static func named(_ name: String) -> [UInt8] {
    node(0x30, node(0x31, node(0x30, object([0x55, 0x04, 0x03]), node(0x0C, Array(name.utf8)))))
  }

  private static func object(_ bytes: [UInt8]) -> [UInt8] { node(0x06, bytes) }

  private static func node(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap { $0 }
    let length: [UInt8] =
      switch content.count {
      case ..<0x80: [UInt8(content.count)]
      case ..<0x100: [0x81, UInt8(content.count)]
      default: [0x82, UInt8(content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
      }
    return [tag] + length + content
  }
}
