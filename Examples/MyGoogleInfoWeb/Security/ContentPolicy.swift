/// The content security policy of a page: the page can load and do only what the policy lists
/// (Content Security Policy Level 3).
struct ContentPolicy {
  /// The origin of the page's picture.
  var imageOrigin: String?
  /// The origin that the page's form redirects to. Chromium applies `form-action` to redirects too.
  var formDestination: String?

  var text: String {
    let images = ["'self'", imageOrigin].compactMap(\.self).joined(separator: " ")
    let forms = ["'self'", formDestination].compactMap(\.self).joined(separator: " ")
    return
      """
      default-src 'none'; style-src 'self'; img-src \(images); form-action \(forms); base-uri 'none'; \
      frame-ancestors 'none'
      """
  }

  /// Returns an origin that the policy can contain; `nil` if it has a character that would end the
  /// directive.
  static func source(_ origin: String) -> String? {
    origin.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !";,'\"*".utf8.contains($0) } ? origin : nil
  }
}
