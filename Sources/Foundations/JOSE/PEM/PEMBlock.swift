internal import FoundationBasics

/// One block of a PEM text: `-----BEGIN LABEL-----`, base64, `-----END LABEL-----` (RFC 7468 §2).
///
/// Lines may have any length, and text around the blocks is ignored (RFC 7468 §2, §3).
struct PEMBlock {
  /// The label, such as `EC PRIVATE KEY`.
  let label: String
  /// Whether a passphrase protects the content: by the label of PKCS #8 (RFC 5958 §3), or by the
  /// header field of older texts (RFC 1421 §4.6.1.1).
  let isEncrypted: Bool
  /// The content; nil if it isn't base64.
  let bytes: [UInt8]?

  /// Returns all complete blocks of a text, in their order.
  static func all(in text: String) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var label: String?
    var body: [Substring] = []
    for line in text.split(whereSeparator: \.isNewline).map({ $0.trimming(while: \.isWhitespace) }) {
      if let blockLabel = marker("BEGIN", line) {
        (label, body) = (blockLabel, [])
      } else if let blockLabel = label, marker("END", line) == blockLabel {
        blocks.append(PEMBlock(label: blockLabel, body: body))
        label = nil
      } else if label != nil {
        body.append(line)
      }
    }
    return blocks
  }

  private init(label: String, body: [Substring]) {
    self.label = label
    let isHeader = { (line: Substring) in line.contains(":") }
    isEncrypted =
      label == "ENCRYPTED PRIVATE KEY"
      || body.contains { isHeader($0) && $0.hasPrefix("Proc-Type") && $0.contains("ENCRYPTED") }
    bytes = Data(base64Encoded: body.filter { !isHeader($0) }.joined()).map(Array.init)
  }

  private static func marker(_ word: String, _ line: Substring) -> String? {
    let prefix = "-----\(word) "
    guard line.hasPrefix(prefix), line.hasSuffix("-----"), line.utf8.count > prefix.utf8.count + 5 else { return nil }
    return String(line.dropFirst(prefix.count).dropLast(5))
  }
}

extension Substring {
  fileprivate func trimming(while isCut: (Character) -> Bool) -> Substring {
    let end = lastIndex { !isCut($0) }.map(index(after:)) ?? startIndex
    return self[..<end].drop(while: isCut)
  }
}
