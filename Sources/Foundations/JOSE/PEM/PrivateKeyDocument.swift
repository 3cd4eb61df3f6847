internal import OAuthCore
internal import SwiftASN1

/// A private key as a PEM text holds it, with the type that the text names: PKCS #8 (RFC 5958),
/// SEC 1 (RFC 5915) or PKCS #1 (RFC 8017 A.1.2).
enum PrivateKeyDocument {
  /// An elliptic curve of RFC 7518 §6.2.1.1.
  enum Curve: String {
    case p256 = "1.2.840.10045.3.1.7"
    case p384 = "1.3.132.0.34"
    case p521 = "1.3.132.0.35"
  }

  /// An RSAPrivateKey, encoded as DER.
  case rsa([UInt8])
  /// The private number of an elliptic curve.
  case ec(Curve, [UInt8])
  case ed25519([UInt8])
  case x25519([UInt8])
  /// The seed of an ML-DSA key.
  case mlDSA(SignatureAlgorithm, [UInt8])

  /// Reads the private key in a text. Other blocks, such as `EC PARAMETERS` and certificates, are
  /// ignored.
  ///
  /// - Throws: ``JSONWebKeyError/encrypted`` if a passphrase protects the key;
  ///   ``JSONWebKeyError/unsupported(_:)`` for another type of key;
  ///   ``JSONWebKeyError/notAPrivateKey`` if the text has no private key or more than one.
  init(pem: String) throws(JSONWebKeyError) {
    let blocks = PEMBlock.all(in: pem).filter { $0.label.hasSuffix("PRIVATE KEY") }
    guard let block = blocks.first, blocks.count == 1 else { throw .notAPrivateKey }
    guard !block.isEncrypted else { throw .encrypted }
    guard let bytes = block.bytes else { throw .notAPrivateKey }
    do {
      switch block.label {
      case "PRIVATE KEY": self = try Self.pkcs8(try DER.parse(bytes))
      case "EC PRIVATE KEY": self = try Self.sec1(try DER.parse(bytes), curve: nil)
      case "RSA PRIVATE KEY": self = .rsa(bytes)
      default: throw JSONWebKeyError.unsupported(UntrustedText(block.label))
      }
    } catch let error as JSONWebKeyError {
      throw error
    } catch {
      throw .notAPrivateKey
    }
  }

  /// Reads PKCS #8: version, algorithm, key. Attributes and the public key may follow (RFC 5958
  /// §2).
  private static func pkcs8(_ node: ASN1Node) throws -> PrivateKeyDocument {
    try DER.sequence(node, identifier: .sequence) { nodes in
      _ = try Int(derEncoded: &nodes)
      guard let identifier = nodes.next() else { throw JSONWebKeyError.notAPrivateKey }
      let algorithm = try DER.sequence(identifier, identifier: .sequence) { parts in
        let name = try ASN1ObjectIdentifier(derEncoded: &parts).description
        let parameters = parts.next()
        return (name: name, parameters: parameters)
      }
      let key = Array(try ASN1OctetString(derEncoded: &nodes).bytes)
      while nodes.next() != nil {}
      switch algorithm.name {
      case "1.2.840.113549.1.1.1": return .rsa(key)
      case "1.2.840.10045.2.1": return try sec1(try DER.parse(key), curve: algorithm.parameters)
      // RFC 8410 §7.
      case "1.3.101.112": return .ed25519(Array(try ASN1OctetString(derEncoded: key).bytes))
      case "1.3.101.110": return .x25519(Array(try ASN1OctetString(derEncoded: key).bytes))
      // RFC 9881 §2.
      case "2.16.840.1.101.3.4.3.18": return .mlDSA(.mlDSA65, try seed(key))
      case "2.16.840.1.101.3.4.3.19": return .mlDSA(.mlDSA87, try seed(key))
      case let name: throw JSONWebKeyError.unsupported(UntrustedText(names[name] ?? name))
      }
    }
  }

  /// Reads SEC 1: version, private number, then the curve and the public key, if present.
  ///
  /// - Parameter curve: The curve that PKCS #8 names; nil in a key without PKCS #8, which names the
  ///   curve itself.
  private static func sec1(_ node: ASN1Node, curve: ASN1Node?) throws -> PrivateKeyDocument {
    try DER.sequence(node, identifier: .sequence) { nodes in
      _ = try Int(derEncoded: &nodes)
      let number = Array(try ASN1OctetString(derEncoded: &nodes).bytes)
      let own = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) { $0 }
      while nodes.next() != nil {}
      guard let parameters = curve ?? own else { throw JSONWebKeyError.notAPrivateKey }
      guard parameters.identifier == .objectIdentifier else {
        throw JSONWebKeyError.unsupported(UntrustedText("a curve without a name"))
      }
      let name = try ASN1ObjectIdentifier(derEncoded: parameters).description
      guard let curve = Curve(rawValue: name) else {
        throw JSONWebKeyError.unsupported(UntrustedText(names[name] ?? name))
      }
      return .ec(curve, number)
    }
  }

  /// Reads the seed of an ML-DSA key, which stands alone or before the expanded key (RFC 9881 §6).
  private static func seed(_ key: [UInt8]) throws -> [UInt8] {
    let node = try DER.parse(key)
    let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
    if node.identifier == tag { return Array(try ASN1OctetString(derEncoded: node, withIdentifier: tag).bytes) }
    guard node.identifier == .sequence else {
      throw JSONWebKeyError.unsupported(UntrustedText("an ML-DSA key without its seed"))
    }
    return try DER.sequence(node, identifier: .sequence) { nodes in
      let seed = Array(try ASN1OctetString(derEncoded: &nodes).bytes)
      while nodes.next() != nil {}
      return seed
    }
  }

  /// The names of types that Pixy doesn't support, for errors.
  private static let names = [
    "1.2.840.113549.1.1.10": "RSASSA-PSS", "1.2.840.10040.4.1": "DSA", "1.3.132.0.10": "secp256k1",
    "1.3.101.113": "Ed448", "1.3.101.111": "X448", "2.16.840.1.101.3.4.3.17": "ML-DSA-44",
  ]
}
