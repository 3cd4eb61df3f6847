internal import OAuthCore

/// Arguments for curl, parsed only as far as necessary to know the request's destinations.
///
/// The argument after an option that is known to take a value is that value. Every other argument
/// that isn't an option counts as a URL. The value of an unknown option therefore counts as a URL,
/// and the request is rejected. The opposite rule could send a token to a wrong place.
struct CurlArguments {
  /// The URLs, in order.
  private(set) var addresses: [String] = []
  /// The first option that could send the request elsewhere, if there is one.
  private(set) var escape: String?

  init(_ arguments: [String]) {
    var rest = arguments[...]
    var onlyAddresses = false
    while let argument = rest.popFirst() {
      if onlyAddresses || !argument.hasPrefix("-") || argument == "-" {
        addresses.append(argument)
      } else if argument == "--" {
        onlyAddresses = true
      } else if argument.hasPrefix("--") {
        takeLong(argument, &rest)
      } else {
        takeShort(argument.dropFirst(), &rest)
      }
    }
  }

  private mutating func takeLong(_ option: String, _ rest: inout ArraySlice<String>) {
    let name = option.dropFirst(2)
    // curl accepts an unambiguous prefix of an option's name; `location` is an option itself.
    if !"location".hasPrefix(name), Self.escapes.contains(where: { $0.hasPrefix(name) }) {
      escape = escape ?? option
    } else if name == "url" {
      if let address = rest.popFirst() { addresses.append(address) }
    } else if Self.valued.contains(String(name)) {
      _ = rest.popFirst()
    }
  }

  private mutating func takeShort(_ letters: Substring, _ rest: inout ArraySlice<String>) {
    for index in letters.indices {
      let letter = letters[index]
      if Self.escapeLetters.contains(letter) { escape = escape ?? "-\(letter)" }
      guard Self.valuedLetters.contains(letter) else { continue }
      // The value is the rest of the argument, or the next one.
      if letters.index(after: index) == letters.endIndex { _ = rest.popFirst() }
      return
    }
  }

  /// Returns the first URL that has none of these origins. A URL that can't be parsed has none.
  func foreignAddress(_ origins: Set<String>) -> String? {
    addresses.first { address in
      guard let endpoint = try? Endpoint(address.prefix { $0 != "#" }.description) else { return true }
      return !origins.contains(endpoint.origin)
    }
  }

  /// Whether a URL is not https. A proxy could read the token in such a request.
  var isPlain: Bool { addresses.contains { $0.lowercased().hasPrefix("http:") } }

  /// Options that add URLs from elsewhere, send the field to a redirect's target, connect to
  /// another host than the URL's, or disable the check of the server's identity.
  private static let escapes = [
    "config", "location-trusted", "insecure", "cacert", "capath", "connect-to", "resolve", "doh-url", "unix-socket",
    "abstract-unix-socket", "proxy", "proxy1.0", "preproxy", "noproxy", "socks4", "socks4a", "socks5",
    "socks5-hostname",
  ]

  /// The same options as letters.
  private static let escapeLetters: Set<Character> = ["K", "k", "x"]

  /// Short options that take a value.
  static let valuedLetters: Set<Character> = Set("ACDEFHKPQTUXYbcdemortuwxyz")

  /// Long options that take a value.
  static let valued: Set<String> = [
    "cacert", "capath", "cert", "cert-type", "ciphers", "connect-timeout", "connect-to", "continue-at", "cookie",
    "cookie-jar", "create-file-mode", "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "dns-servers",
    "dump-header", "etag-compare", "etag-save", "expect100-timeout", "form", "form-string", "happy-eyeballs-timeout-ms",
    "header", "interface", "json", "keepalive-time", "key", "key-type", "limit-rate", "local-port", "max-filesize",
    "max-redirs", "max-time", "netrc-file", "noproxy", "output", "output-dir", "parallel-max", "pinnedpubkey", "proto",
    "proto-redir", "proxy", "proxy-header", "proxy-user", "range", "rate", "referer", "request", "request-target",
    "resolve", "retry", "retry-delay", "retry-max-time", "speed-limit", "speed-time", "stderr", "time-cond", "tls-max",
    "tls13-ciphers", "trace", "trace-ascii", "unix-socket", "upload-file", "url-query", "user", "user-agent",
    "write-out",
  ]
}
