internal import HTTPTypes

extension HTTPField.Name {
  /// `Referrer-Policy` (Referrer Policy §4.1).
  static let referrerPolicy = named("Referrer-Policy")
  /// `X-Frame-Options`, for browsers that don't know `frame-ancestors` (RFC 7034).
  static let xFrameOptions = named("X-Frame-Options")
  /// `Cross-Origin-Opener-Policy` (HTML §7.1.3).
  static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
  /// `Sec-Fetch-Site`, in which browsers name the relation to the sending site (Fetch Metadata
  /// §2.3).
  static let secFetchSite = named("Sec-Fetch-Site")

  // Every name here is valid, so the fallback is never used.
  private static func named(_ name: String) -> HTTPField.Name {
    HTTPField.Name(name) ?? .cacheControl
  }
}
