package import OAuthCore

/// Where the browser goes after a page: an app that pretends to be another one can't pretend this.
public enum Destination: Sendable, Hashable {
  /// A site: its host, with its port if it has one of its own.
  case website(String)
  /// An application that listens on this device: loopback address and port.
  case thisDevice(String)
  /// The application on this device that opens links of this scheme.
  case app(scheme: String)

  /// Where a redirect URI leads to.
  package init(_ redirectURI: RedirectURI) {
    let parts = redirectURI.parts
    if parts.isLoopback {
      self = .thisDevice(parts.authority)
    } else if parts.scheme == "https" {
      self = .website(parts.authority)
    } else {
      self = .app(scheme: parts.scheme)
    }
  }

  /// The host of an address, to name it by; the address itself if it isn't one.
  package static func host(of address: String) -> String {
    (try? Endpoint(address))?.parts.authority ?? address
  }
}
