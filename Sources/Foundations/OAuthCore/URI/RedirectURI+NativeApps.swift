extension RedirectURI {
  /// Creates the redirect URI of an app with a private-use scheme (RFC 8252 §7.1), also called a
  /// custom URL scheme: `com.example.app:/callback`.
  ///
  /// Register the scheme with the operating system, and the whole URI at the provider. Any app can
  /// register the same scheme; PKCE protects the sign-in from it. Prefer
  /// ``claimedHTTPS(host:path:)`` where you can.
  ///
  /// - Parameters:
  ///   - scheme: The scheme: a domain name of yours in reverse order, such as the app's bundle ID.
  ///     It has at least one period (§8.4), and ASCII letters, digits, hyphens and `+`.
  ///   - path: The path. It begins with one slash, because a private-use scheme has no host.
  ///     Default: `/callback`.
  /// - Throws: ``URIError/schemeWithoutDomain``, ``URIError/notAPath`` or
  ///   ``URIError/tooLong(limit:)``.
  public static func privateUseScheme(_ scheme: String, path: String = "/callback") throws(URIError) -> RedirectURI {
    let labels = scheme.split(separator: ".", omittingEmptySubsequences: false)
    // RFC 3986 §3.1.
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isSchemeByte) }),
      scheme.first?.isLetter == true
    else { throw .schemeWithoutDomain }
    return try adding(path, to: scheme + ":")
  }

  /// Creates the redirect URI of an app whose scheme is its client ID with the parts in reverse
  /// order (RFC 8252 §7.1), as Google requires it:
  /// `com.googleusercontent.apps.1234-abcd:/oauth2redirect`.
  ///
  /// - Parameters:
  ///   - clientID: The client ID, such as `1234-abcd.apps.googleusercontent.com`.
  ///   - path: The path. It begins with one slash. Default: `/oauth2redirect`.
  /// - Throws: The errors of ``privateUseScheme(_:path:)``.
  public static func reversedClientID(
    of clientID: String, path: String = "/oauth2redirect"
  ) throws(URIError) -> RedirectURI {
    try privateUseScheme(scheme(reversing: clientID), path: path)
  }

  /// Creates the redirect URI of an app that claims an https link (RFC 8252 §7.2): a universal link
  /// on Apple's systems, an app link on Android.
  ///
  /// The operating system opens the app for it because the domain names the app: in its
  /// `apple-app-site-association` file, with the service `webcredentials` for a browser sheet.
  ///
  /// - Parameters:
  ///   - host: A domain name of yours, such as `app.example.com`, without a port.
  ///   - path: The path. It begins with one slash. Default: `/callback`.
  /// - Throws: ``URIError/notADomain``, ``URIError/notAPath`` or ``URIError/tooLong(limit:)``.
  public static func claimedHTTPS(host: String, path: String = "/callback") throws(URIError) -> RedirectURI {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDomainByte) }),
      // The last part of an IPv4 address is a number.
      labels.last?.contains(where: \.isLetter) == true
    else { throw .notADomain }
    return try adding(path, to: "https://" + host)
  }

  /// The scheme that is made from a client ID: its parts in reverse order and in lower case, because
  /// systems compare schemes in lower case.
  package static func scheme(reversing clientID: String) -> String {
    clientID.lowercased().split(separator: ".").reversed().joined(separator: ".")
  }

  private static func adding(_ path: String, to start: String) throws(URIError) -> RedirectURI {
    guard path.hasPrefix("/"), !path.hasPrefix("//"), !path.contains(where: { "?#".contains($0) }) else {
      throw .notAPath
    }
    do throws(URIError) {
      return try RedirectURI(start + path)
    } catch {
      // The start is valid, so the path isn't.
      throw error == .notAbsolute ? .notAPath : error
    }
  }

  private static func isDomainByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool { isDomainByte(byte) || byte == UInt8(ascii: "+") }
}
