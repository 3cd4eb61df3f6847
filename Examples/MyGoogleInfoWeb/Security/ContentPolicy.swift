/// What a page may load and do: nothing but what is said here (Content Security Policy Level 3).
struct ContentPolicy {
  /// Where the page's picture is.
  var imageOrigin: String?
  /// Where the page's form leads by a redirect: Chromium holds that against `form-action` too.
  var formDestination: String?

  var text: String {
    let images = ["'self'", imageOrigin].compactMap(\.self).joined(separator: " ")
    let forms = ["'self'", formDestination].compactMap(\.self).joined(separator: " ")
    return
      "default-src 'none'; style-src 'self'; img-src \(images); form-action \(forms); base-uri 'none'; frame-ancestors 'none'"
  }

  /// An origin as the policy can hold it; `nil` for one with an octet that would end the directive.
  static func source(_ origin: String) -> String? {
    origin.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !";,'\"*".utf8.contains($0) } ? origin : nil
  }
}
