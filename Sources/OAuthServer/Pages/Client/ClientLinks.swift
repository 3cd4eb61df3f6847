internal import OAuthCore

/// What a client says of itself on pages beside its name (RFC 7591 §2). None of it is checked by anybody: a client can
/// name whatever site it likes.
public struct ClientLinks: Sendable, Hashable {
  /// A picture (`logo_uri`), which the browser loads from there; https only.
  public let logo: String?
  /// The client's site (`client_uri`).
  public let website: String?
  /// What it does with what it learns (`policy_uri`).
  public let policy: String?
  /// Its terms of use (`tos_uri`).
  public let terms: String?

  /// Takes addresses. Those that a page can't show without danger are left out: everything but https, and http on
  /// loopback for links.
  /// - Parameters:
  ///   - logo: the address of a picture, https; at a host that a Content-Security-Policy can name, so none with an IPv6 address.
  ///   - website: the client's site.
  ///   - policy: its privacy policy.
  ///   - terms: its terms of use.
  public init(logo: String? = nil, website: String? = nil, policy: String? = nil, terms: String? = nil) {
    self.logo = logo.flatMap { logo in
      guard let endpoint = try? Endpoint(logo), PageFields.source(ofPicture: endpoint) != nil else { return nil }
      return endpoint.text
    }
    self.website = website.flatMap(Self.address)
    self.policy = policy.flatMap(Self.address)
    self.terms = terms.flatMap(Self.address)
  }

  /// An address that a link may have, or `nil`: `javascript:` and the like run in the page.
  static func address(_ text: String) -> String? {
    (try? Endpoint(text))?.text
  }
}
