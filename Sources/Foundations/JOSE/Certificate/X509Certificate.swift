internal import SwiftASN1

/// The parts of a certificate that identify its holder: the subject and the public key (RFC 5280
/// §4.1). Nothing is verified here.
///
/// The server that terminates TLS has verified that the client owns the private key, and whether a
/// trusted authority signed the certificate.
package struct X509Certificate: Sendable, Hashable {
  /// One attribute of a name, such as `CN=…`.
  package struct Attribute: Sendable, Hashable {
    /// The attribute's type, as an object identifier in dotted decimal form.
    package let type: String
    /// The value as text, or `#` and hexadecimal DER if it isn't text.
    package let value: String
  }

  /// The subject's relative names in the order of the certificate, from the root down. Each may
  /// have several attributes.
  package let subject: [[Attribute]]
  /// The SubjectPublicKeyInfo, encoded as DER.
  package let subjectPublicKeyInfo: [UInt8]

  /// Parses a certificate; nil if the bytes aren't one.
  ///
  /// - Parameter der: The whole certificate, encoded as DER.
  package init?(der: [UInt8]) {
    do {
      (subject, subjectPublicKeyInfo) = try DER.sequence(try DER.parse(der), identifier: .sequence) { nodes in
        let parts = try Self.next(&nodes)
        while nodes.next() != nil {}
        return try Self.read(parts)
      }
    } catch {
      return nil
    }
  }

  private struct Malformed: Error {}

  private static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
    guard let node = nodes.next() else { throw Malformed() }
    return node
  }

  /// Reads the TBSCertificate: an optional version, serial number, algorithm, issuer, validity,
  /// subject and key. The rest is skipped.
  private static func read(_ part: ASN1Node) throws -> ([[Attribute]], [UInt8]) {
    try DER.sequence(part, identifier: .sequence) { nodes in
      var first = try next(&nodes)
      if first.identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific) { first = try next(&nodes) }
      guard first.identifier == .integer else { throw Malformed() }
      for _ in 0..<3 { _ = try next(&nodes) }
      let subject = try name(try next(&nodes))
      let key = Array(try next(&nodes).encodedBytes)
      while nodes.next() != nil {}
      return (subject, key)
    }
  }

  private static func name(_ node: ASN1Node) throws -> [[Attribute]] {
    guard node.identifier == .sequence, case .constructed(let relativeNames) = node.content else { throw Malformed() }
    return try relativeNames.map { set in
      guard set.identifier == .set, case .constructed(let attributes) = set.content else { throw Malformed() }
      return try attributes.map(attribute)
    }
  }

  private static func attribute(_ node: ASN1Node) throws -> Attribute {
    try DER.sequence(node, identifier: .sequence) { nodes in
      let type = try ASN1ObjectIdentifier(derEncoded: try next(&nodes))
      let value = try next(&nodes)
      return Attribute(type: type.description, value: text(value))
    }
  }

  /// Returns a value's text. As in RFC 4514 §2.4, a value that isn't text is written as `#` and its
  /// DER in hexadecimal.
  private static func text(_ node: ASN1Node) -> String {
    let texts: [ASN1Identifier] = [.utf8String, .printableString, .ia5String]
    if texts.contains(node.identifier), case .primitive(let bytes) = node.content,
      let text = String(validating: bytes, as: UTF8.self)
    {
      return text
    }
    return "#" + node.encodedBytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
