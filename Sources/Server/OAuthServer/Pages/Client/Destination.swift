package import OAuthCore

/// The place that the browser goes to after a page. An app that pretends to be another one can't
/// forge it.
public enum Destination: Sendable, Hashable {
  /// A website: its host, with the port if it isn't the default one.
  case website(String)
  /// An application that listens on this device: a loopback address with its port.
  case thisDevice(String)
  /// The application on this device that opens links of this scheme.
  case app(scheme: String)

  /// Creates the destination of a redirect URI.
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

  /// Returns the host of an address, as a name for it. A text that is no address is returned as it
  /// is.
  package static func host(of address: String) -> String {
    (try? Endpoint(address))?.parts.authority ?? address
  }
}
