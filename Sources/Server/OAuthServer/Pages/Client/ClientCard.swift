internal import OAuthCore

/// The client's name and links, as a page shows them.
public struct ClientCard: Sendable, Hashable {
  /// The client's registered name.
  public let name: String
  /// The client's links.
  public let links: ClientLinks
  /// The host that publishes the client's metadata document; `nil` for a registered client. The
  /// server fetched the document there, so the client can't invent the host as it can its name
  /// (draft-ietf-oauth-client-id-metadata-document-02 §8).
  public let host: String?

  package init(name: String, links: ClientLinks = ClientLinks(), host: String? = nil) {
    self.name = name
    self.links = links
    self.host = host
  }
}

extension RegisteredClient {
  /// The client's card for pages.
  package var card: ClientCard {
    ClientCard(
      name: name,
      links: ClientLinks(
        logo: settings.logo?.text, website: settings.home?.text, policy: settings.policy?.text,
        terms: settings.terms?.text),
      host: hasMetadataDocument ? Destination.host(of: id) : nil)
  }
}
