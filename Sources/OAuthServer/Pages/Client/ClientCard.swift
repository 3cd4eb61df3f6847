internal import OAuthCore

/// The client's name and links, as a page shows them.
public struct ClientCard: Sendable, Hashable {
  /// The client's registered name.
  public let name: String
  /// The client's links.
  public let links: ClientLinks

  package init(name: String, links: ClientLinks = ClientLinks()) {
    self.name = name
    self.links = links
  }
}

extension RegisteredClient {
  /// The client's card for pages.
  package var card: ClientCard {
    ClientCard(
      name: name,
      links: ClientLinks(
        logo: settings.logo?.text, website: settings.home?.text, policy: settings.policy?.text,
        terms: settings.terms?.text))
  }
}
