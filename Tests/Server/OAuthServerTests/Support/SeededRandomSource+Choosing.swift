import OAuthTestSupport
import PKCE

extension SeededRandomSource {
  /// Returns a number from 0 to below a limit.
  func below(_ limit: Int) -> Int {
    Int(bytes(4).reduce(0) { $0 << 8 | UInt64($1) } % UInt64(limit))
  }

  /// Returns a random element.
  func one<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
