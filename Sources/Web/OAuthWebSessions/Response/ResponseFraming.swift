package import HTTPTypes

extension HTTPFields {
  /// Lets only pages of the same origin frame the response (CSP Level 3 §6.4.2), unless the response
  /// says itself who may.
  ///
  /// Another policy is added, because the response's own one can't be loosened by it. A browser that
  /// finds `frame-ancestors` ignores `X-Frame-Options`, so that field counts as well.
  package mutating func forbidForeignFrames() {
    let directives = self[values: .contentSecurityPolicy].flatMap { $0.lowercased().split { $0 == ";" || $0 == "," } }
    guard !contains(.xFrameOptions),
      !directives.contains(where: { $0.split(whereSeparator: \.isWhitespace).first == "frame-ancestors" })
    else { return }
    append(HTTPField(name: .contentSecurityPolicy, value: "frame-ancestors 'self'"))
  }
}

extension HTTPField.Name {
  /// `X-Frame-Options`, for browsers that don't know `frame-ancestors` (RFC 7034).
  package static let xFrameOptions = HTTPField.Name("X-Frame-Options") ?? .cacheControl
}
