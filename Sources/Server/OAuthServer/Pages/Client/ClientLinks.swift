internal import OAuthCore

/// The addresses that a client states about itself on pages (RFC 7591 §2). The server doesn't
/// verify them: a client can name any site.
public struct ClientLinks: Sendable, Hashable {
  /// The address of the client's logo (`logo_uri`), which the browser loads; https only.
  public let logo: String?
  /// The client's website (`client_uri`).
  public let website: String?
  /// The client's privacy policy (`policy_uri`).
  public let policy: String?
  /// The client's terms of use (`tos_uri`).
  public let terms: String?

  /// Creates the links of a client.
  ///
  /// Addresses that are unsafe on a page are left out: links must be https, or http on loopback.
  /// - Parameters:
  ///   - logo: The address of the logo: https, at a host that a Content-Security-Policy can name,
  ///     so without an IPv6 literal. Default: none.
  ///   - website: The address of the client's website. Default: none.
  ///   - policy: The address of its privacy policy. Default: none.
  ///   - terms: The address of its terms of use. Default: none.
  public init(logo: String? = nil, website: String? = nil, policy: String? = nil, terms: String? = nil) {
    self.logo = logo.flatMap { logo in
      guard let endpoint = try? Endpoint(logo), PageFields.source(ofPicture: endpoint) != nil else { return nil }
      return endpoint.text
    }
    self.website = website.flatMap(Self.address)
    self.policy = policy.flatMap(Self.address)
    self.terms = terms.flatMap(Self.address)
  }

  /// Returns an address that a link may have, or `nil`: a `javascript:` link, for example, would
  /// run in the page.
  static func address(_ text: String) -> String? {
    (try? Endpoint(text))?.text
  }
}
