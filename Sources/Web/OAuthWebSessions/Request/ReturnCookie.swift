package import HTTPTypes
internal import Crypto
internal import OAuthCore
internal import PKCE

/// The cookie with a path to return to that is too long for addresses.
///
/// Servers such as nginx accept 4 KB of an answer's fields. So a long path is sent once, in this
/// cookie; `Location` and the cookies of sign-ins have its name, a hash. A browser keeps one: a
/// sign-in whose path was replaced by another tab's leads to the start page.
package struct ReturnCookie: Sendable {
  /// The length of the longest path in an address and in the cookie of a sign-in, in bytes.
  static let maximumInlineBytes = 256
  private static let mark = "~"

  private let cookie: BrowserCookie
  private let lifetime: Duration

  /// - Parameters:
  ///   - names: The names of the application's cookies.
  ///   - lifetime: The time that a sign-in may take.
  package init(names: CookieNames, lifetime: Duration) {
    cookie = BrowserCookie("return", in: names)
    self.lifetime = lifetime
  }

  /// Returns the text that stands for a path in addresses: the path itself, or the name of a long
  /// one.
  package static func reference(_ path: ReturnPath) -> String {
    guard path.text.utf8.count > maximumInlineBytes else { return path.text }
    return mark + Base64URL.encode(SHA256.hash(data: Array(path.text.utf8)).prefix(12))
  }

  /// Returns whether a reference is the name of a path.
  package static func isName(_ reference: String) -> Bool { reference.hasPrefix(mark) }

  /// Returns the `Set-Cookie` field for a path; `nil` for a short one.
  package func setting(_ path: ReturnPath) -> String? {
    guard Self.isName(Self.reference(path)) else { return nil }
    return cookie.setting(Self.swapped(path.text), for: lifetime.components.seconds)
  }

  /// Returns the path that a reference stands for; `nil` if it is unusable, or if the browser has
  /// another path by now.
  package func path(_ reference: String, in fields: HTTPFields) -> ReturnPath? {
    guard Self.isName(reference) else { return ReturnPath(reference) }
    guard let path = cookie.value(in: fields).flatMap({ ReturnPath(Self.swapped($0)) }),
      Self.reference(path).utf8.elementsEqual(reference.utf8)
    else { return nil }
    return path
  }

  /// Exchanges the characters that a path can have and a cookie can't (RFC 6265 §4.1.1) with some that
  /// a cookie can have and a path can't. Base64url would be longer by a third.
  static func swapped(_ text: some StringProtocol) -> String {
    let pairs: [UInt8: UInt8] = [
      UInt8(ascii: ","): UInt8(ascii: "<"), UInt8(ascii: "<"): UInt8(ascii: ","),
      UInt8(ascii: ";"): UInt8(ascii: ">"), UInt8(ascii: ">"): UInt8(ascii: ";"),
      UInt8(ascii: "\\"): UInt8(ascii: "#"), UInt8(ascii: "#"): UInt8(ascii: "\\"),
    ]
    return String(decoding: text.utf8.map { pairs[$0] ?? $0 }, as: UTF8.self)
  }
}
