import Foundation
import HTTPTypes
import OAuthCore

/// All texts of a request, in each form that a server may read: unchanged, percent-decoded, and
/// decoded from HTTP Basic.
struct TextsOfRequest {
  private let texts: [String]

  init(_ request: HTTPRequest, _ body: [UInt8]) {
    let plain = [request.path ?? "", String(decoding: body, as: UTF8.self)] + request.headerFields.map(\.value)
    let basic = request.headerFields[values: .authorization].compactMap { value in
      value.split(separator: " ").last.flatMap { Data(base64Encoded: String($0)) }
        .map { String(decoding: $0, as: UTF8.self) }
    }
    texts = plain + basic + (plain + basic).map(Self.decoded)
  }

  func contain(_ secret: Secret) -> Bool {
    texts.contains { $0.contains(secret.reveal()) }
  }

  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
