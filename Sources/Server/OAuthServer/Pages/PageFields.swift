internal import Crypto
internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore

/// The header fields of every page (RFC 9700 §4.16, RFC 6819 §5.2.2.6).
///
/// They forbid frames and caching. They allow nothing from other origins except one client's logo,
/// and no script except the fixed one that posts an answer.
enum PageFields {
  /// - Parameter redirectURI: The address that the page's form leads to in the end, if it isn't
  ///   this server's.
  static func fields(for page: Page, styleSheet: String, answeredAt redirectURI: RedirectURI?) -> HTTPFields {
    [
      .contentType: "text/html; charset=utf-8",
      .contentSecurityPolicy: policy(for: page, styleSheet: styleSheet, answeredAt: redirectURI),
      .xFrameOptions: "DENY",
      // With no-referrer the form's Origin would be null, and the server couldn't recognize its own
      // pages.
      .referrerPolicy: "same-origin",
      .cacheControl: "no-store",
      .pragma: "no-cache",
      .xContentTypeOptions: "nosniff",
    ]
  }

  private static func policy(for page: Page, styleSheet: String, answeredAt redirectURI: RedirectURI?) -> String {
    var directives = ["default-src 'none'"]
    if !styleSheet.isEmpty { directives.append("style-src \(hash(styleSheet))") }
    if case .formPost = page { directives.append("script-src \(hash(FormPostPage.script))") }
    if let logo = page.client?.links.logo, let source = (try? Endpoint(logo)).flatMap(source(ofPicture:)) {
      directives.append("img-src " + source)
    }
    let targets = (page.hasForm ? ["'self'"] : []) + (redirectURI.map(sources(onTheWayTo:)) ?? [])
    directives.append("form-action " + (targets.isEmpty ? "'none'" : targets.joined(separator: " ")))
    directives.append("frame-ancestors 'none'")
    directives.append("base-uri 'none'")
    return directives.joined(separator: "; ")
  }

  private static func hash(_ text: String) -> String {
    "'sha256-\(Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString())'"
  }

  /// Returns the places where a form that ends at a client may lead, as CSP source expressions: any
  /// https address, and the redirect URI's own origin or app scheme if it isn't https.
  ///
  /// Chromium checks `form-action` against every redirect that follows a form, including redirects
  /// of the client, whose next address is unknown here: its callback may send the browser to
  /// another origin. If a redirect isn't allowed, nothing happens when the user presses the button,
  /// and no reason is shown.
  private static func sources(onTheWayTo redirectURI: RedirectURI) -> [String] {
    let parts = redirectURI.parts
    switch parts.scheme {
    case "https": return ["https:"]
    case "http" where isHostSource(parts): return ["https:", "http://\(parts.authority)"]
    default: return ["https:", parts.scheme + ":"]
    }
  }

  /// Returns the origin of a picture as a CSP source expression; `nil` if it isn't https or a CSP
  /// can't name it.
  static func source(ofPicture address: Endpoint) -> String? {
    address.parts.scheme == "https" && isHostSource(address.parts) ? address.origin : nil
  }

  /// Returns whether a host can be a CSP source expression. CSP has no IPv6 literals (Content
  /// Security Policy 3, host-char), and a host may have a character that would end the directive
  /// (RFC 3986 §3.2.2, sub-delims).
  private static func isHostSource(_ parts: ParsedURI) -> Bool {
    parts.authority.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
  }
}
