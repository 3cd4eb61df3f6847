package import HTTPTypes

/// A cookie of a web application (RFC 6265): its name, and the fields that set and delete it.
package struct BrowserCookie: Sendable, Hashable {
  /// The maximum of name, value and attributes in bytes. Browsers keep at least as much (RFC 6265
  /// §6.1), and most keep no more.
  package static let maximumBytes = 4_096

  /// Whether browsers send the cookie with requests that other sites cause.
  package enum SameSite: String, Sendable {
    /// Only with top-level GET requests, such as a provider's redirect.
    case lax = "Lax"
    /// Always. Only for callbacks that a provider's page posts.
    case none = "None"
  }

  package let name: String
  private let names: CookieNames

  /// - Parameters:
  ///   - name: The name without prefix: letters, digits, hyphens and underscores.
  ///   - names: The names of the application's cookies.
  package init(_ name: String, in names: CookieNames) {
    self.names = names
    self.name = names.full(name)
  }

  /// Returns another cookie of the same application.
  func other(_ name: String) -> BrowserCookie { BrowserCookie(name, in: names) }

  /// Returns the `Set-Cookie` field that sets the cookie.
  ///
  /// - Parameters:
  ///   - value: The value: base64url and points.
  ///   - seconds: The lifetime; `nil` for the browser session.
  ///   - sameSite: Whether other sites' requests have the cookie. Default: top-level GET requests
  ///     only.
  package func setting(_ value: String, for seconds: Int64? = nil, _ sameSite: SameSite = .lax) -> String {
    // Browsers reject `SameSite=None` without `Secure`, and treat loopback as secure.
    let isSecure = names.isHTTPS || sameSite == .none
    return "\(name)=\(value); Path=/; HttpOnly; SameSite=\(sameSite.rawValue)" + (isSecure ? "; Secure" : "")
      + (seconds.map { "; Max-Age=\($0)" } ?? "")
  }

  /// The `Set-Cookie` field that deletes the cookie.
  package var deleting: String { setting("", for: 0) }

  /// Returns the value in a request; `nil` if there is none, or more than one.
  package func value(in fields: HTTPFields) -> String? {
    let values = Self.all(in: fields).filter { $0.name.utf8.elementsEqual(name.utf8) }
    return values.count == 1 ? values.first?.value : nil
  }

  /// The bytes that a cookie takes in a request.
  package static func bytes(_ name: String, _ value: String) -> Int { name.utf8.count + value.utf8.count + 3 }

  /// Returns whether a request has the cookie, whatever its value.
  package func isPresent(in fields: HTTPFields) -> Bool {
    Self.all(in: fields).contains { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Returns whether a response sets or deletes the cookie.
  package func isSet(in fields: HTTPFields) -> Bool {
    fields[values: .setCookie].contains { $0.utf8.starts(with: (name + "=").utf8) }
  }

  /// Returns all cookies of a request. HTTP/2 lets a browser split the field (RFC 9113 §8.2.3).
  package static func all(in fields: HTTPFields) -> [(name: String, value: String)] {
    fields[values: .cookie].flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
      .compactMap { pair in
        let pair = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (String(Substring(pair[..<sign])), String(Substring(pair[sign...].dropFirst())))
      }
  }
}
