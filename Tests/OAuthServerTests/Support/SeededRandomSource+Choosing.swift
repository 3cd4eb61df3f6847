import OAuthTestSupport
import PKCE

extension SeededRandomSource {
  /// A number from 0 up to a limit.
  func below(_ limit: Int) -> Int {
    Int(octets(4).reduce(0) { $0 << 8 | UInt64($1) } % UInt64(limit))
  }

  /// One of these.
  func one<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
