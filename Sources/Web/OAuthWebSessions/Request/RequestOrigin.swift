package import HTTPTypes

/// The origin of a request, as the browser states it.
package enum RequestOrigin: Sendable, Hashable {
  /// A page of the application itself sent it.
  case own
  /// The user typed the address, or opened a bookmark.
  case user
  /// A page of another origin caused it.
  case foreign
  /// The sender states nothing: it is no browser, or an old one.
  case unknown

  /// Reads `Origin` (RFC 6454 §7) and `Sec-Fetch-Site` (Fetch Metadata §2.3). Both must agree.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - origin: The application's origin.
  package init(_ fields: HTTPFields, of origin: String) {
    let origins = fields[values: .origin], sites = fields[values: .secFetchSite]
    guard origins.allSatisfy({ $0.utf8.elementsEqual(origin.utf8) }),
      sites.allSatisfy({ $0 == "same-origin" || $0 == "none" })
    else {
      self = .foreign
      return
    }
    if !origins.isEmpty || sites.contains("same-origin") {
      self = .own
    } else {
      self = sites.isEmpty ? .unknown : .user
    }
  }
}

extension HTTPField.Name {
  /// `Sec-Fetch-Site` (Fetch Metadata §2.3).
  package static let secFetchSite = named("Sec-Fetch-Site")
  /// `Sec-Fetch-Mode` (Fetch Metadata §2.2).
  package static let secFetchMode = named("Sec-Fetch-Mode")

  // Every name here is valid, so the fallback is never used.
  private static func named(_ name: String) -> HTTPField.Name {
    HTTPField.Name(name) ?? .cacheControl
  }
}
