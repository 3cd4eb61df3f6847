package import HTTPTypes

/// What the fields of a response tell caches (RFC 9111 §5).
package enum ResponseCaching: Sendable, Hashable {
  /// Nothing, or that a copy is never fresh.
  case unspecified
  /// Nothing but a validator, as with a file: caches may keep it by rules of their own (§4.2.2).
  case validated
  /// A shared cache may keep a copy.
  case shared
  /// No shared cache may keep a copy: `private` or `no-store`.
  case own

  /// Reads the fields of a response.
  package init(_ fields: HTTPFields) {
    let directives = fields.cacheDirectives
    if fields.contains(where: { $0.name.overridesCacheControl }) {
      self = .shared
    } else if directives.contains("private") || directives.contains("no-store") {
      self = .own
    } else if fields.contains(.expires) || directives.contains(where: Self.allowsCopies) {
      self = .shared
    } else {
      self = fields.contains(.eTag) || fields.contains(.lastModified) ? .validated : .unspecified
    }
  }

  private static func allowsCopies(_ directive: String) -> Bool {
    directive == "public" || directive == "immutable" || directive.hasPrefix("s-maxage")
      || directive.hasPrefix("max-age") && directive != "max-age=0"
  }
}

extension HTTPFields {
  /// The cache directives in lower case, each with its argument.
  fileprivate var cacheDirectives: [String] {
    self[values: .cacheControl].flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.map { directive in
      String(Substring(directive)).filter { $0 != " " && $0 != "\t" }.lowercased()
    }
  }

  /// Lets no cache keep a copy of the response, as a response with a session's cookie needs it (RFC
  /// 9111 §7.3).
  package mutating func forbidCopies() {
    removeOverridesOfCacheControl()
    self[.cacheControl] = "private, no-store"
  }

  /// Lets only the user's browser keep a copy of the response, if any. Without directives of its
  /// own, no cache keeps one.
  package mutating func forbidSharedCopies() {
    guard ResponseCaching(self) != .own else { return }
    guard contains(.cacheControl) else { return forbidCopies() }
    // The qualified form of `private` covers only the fields that it names (RFC 9111 §5.2.2.7).
    let kept = cacheDirectives.filter {
      !["", "private", "public"].contains($0) && !$0.hasPrefix("s-maxage") && !$0.contains("\"")
    }
    removeOverridesOfCacheControl()
    self[.cacheControl] = (["private"] + kept).joined(separator: ", ")
  }

  /// Has the browser delete its copies of the origin's pages, also those that it keeps for Back
  /// (Clear Site Data §3.1).
  package mutating func deleteBrowserCopies() {
    self[.clearSiteData] = "\"cache\""
  }

  private mutating func removeOverridesOfCacheControl() {
    for name in map(\.name) where name.overridesCacheControl { self[name] = nil }
  }
}

extension HTTPField.Name {
  /// `Clear-Site-Data`, which deletes what the browser keeps of the origin (Clear Site Data §3.1).
  package static let clearSiteData = HTTPField.Name("Clear-Site-Data") ?? .cacheControl

  /// Whether some caches read the field in place of `Cache-Control`: targeted fields (RFC 9213), and
  /// those of Edge Side Includes and nginx.
  fileprivate var overridesCacheControl: Bool {
    canonicalName.hasSuffix("cdn-cache-control") || canonicalName == "surrogate-control"
      || canonicalName == "x-accel-expires"
  }
}
