internal import JOSE

/// A distinguished name, read from a certificate (RFC 5280 §4.1.2.6) or from a text (RFC 4514), for
/// comparison.
///
/// Values are compared byte for byte and case-sensitively, because an authority writes a name
/// always the same way.
struct DistinguishedName: Sendable, Hashable {
  private struct Attribute: Sendable, Hashable {
    let type: String
    let value: String
  }

  /// The relative names, the most specific one first (RFC 4514 §2.1). The attributes of each have
  /// no order.
  private let relativeNames: [Set<Attribute>]

  /// Reads a name from a certificate, where the root comes first.
  init(_ names: [[X509Certificate.Attribute]]) {
    relativeNames = names.reversed().map { Set($0.map { Attribute(type: $0.type, value: $0.value) }) }
  }

  /// Reads a text in the format of RFC 4514 §2. Returns `nil` if it is malformed or empty, or has
  /// an unknown attribute type.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    var names: [Set<Attribute>] = []
    repeat {
      var attributes: Set<Attribute> = []
      repeat {
        guard let attribute = reader.attribute() else { return nil }
        attributes.insert(Attribute(type: attribute.type, value: attribute.value))
      } while reader.take(UInt8(ascii: "+"))
      names.append(attributes)
    } while reader.take(UInt8(ascii: ","))
    guard reader.rest.isEmpty else { return nil }
    relativeNames = names
  }

  /// The attribute types of RFC 4514 §3, and others that appear in clients' certificates.
  private static let types = [
    "CN": "2.5.4.3", "SERIALNUMBER": "2.5.4.5", "C": "2.5.4.6", "L": "2.5.4.7", "ST": "2.5.4.8", "STREET": "2.5.4.9",
    "O": "2.5.4.10", "OU": "2.5.4.11", "ORGANIZATIONIDENTIFIER": "2.5.4.97", "UID": "0.9.2342.19200300.100.1.1",
    "DC": "0.9.2342.19200300.100.1.25", "EMAILADDRESS": "1.2.840.113549.1.9.1",
  ]

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    mutating func attribute() -> (type: String, value: String)? {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = String(decoding: rest[..<equals], as: UTF8.self)
      rest = rest[(equals + 1)...].drop { $0 == UInt8(ascii: " ") }
      let isNumber = !name.isEmpty && name.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
      guard let type = isNumber ? name : DistinguishedName.types[name.uppercased()], let value = value() else {
        return nil
      }
      return (type, value)
    }

    /// Reads a value (RFC 4514 §2.4): characters, some of them escaped with `\`, and bytes as `\`
    /// with two hexadecimal digits.
    private mutating func value() -> String? {
      if rest.first == UInt8(ascii: "#") {
        let bytes = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "+") }
        rest = rest.dropFirst(bytes.count)
        return String(decoding: bytes, as: UTF8.self).lowercased()
      }
      var value: [UInt8] = []
      var length = 0
      while let byte = rest.first, byte != UInt8(ascii: ","), byte != UInt8(ascii: "+") {
        rest.removeFirst()
        guard byte == UInt8(ascii: "\\") else {
          guard !"\"<>;\0".utf8.contains(byte) else { return nil }
          value.append(byte)
          // Trailing spaces belong to the value only if they are escaped.
          if byte != UInt8(ascii: " ") { length = value.count }
          continue
        }
        guard let next = rest.popFirst() else { return nil }
        if " \"#+,;<=>\\".utf8.contains(next) {
          value.append(next)
        } else {
          guard let second = rest.popFirst(),
            let byte = UInt8(String(decoding: [next, second], as: UTF8.self), radix: 16)
          else { return nil }
          value.append(byte)
        }
        length = value.count
      }
      return String(validating: value.prefix(length), as: UTF8.self)
    }
  }
}
