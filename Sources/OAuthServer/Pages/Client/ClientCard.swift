internal import OAuthCore

/// How a client presents itself on a page.
public struct ClientCard: Sendable, Hashable {
  /// Its name as it was registered.
  public let name: String
  /// What else it says of itself.
  public let links: ClientLinks

  package init(name: String, links: ClientLinks = ClientLinks()) {
    self.name = name
    self.links = links
  }
}

extension RegisteredClient {
  /// What pages show of the client.
  package var card: ClientCard {
    ClientCard(
      name: name,
      links: ClientLinks(
        logo: settings.logo?.text, website: settings.home?.text, policy: settings.policy?.text,
        terms: settings.terms?.text))
  }
}
