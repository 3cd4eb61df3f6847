internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyConnection

extension StoredAccount {
  /// The origins that may receive the account's tokens: those of ``origins``, that of the sign-in
  /// page (it is the server's own, and usually serves the git repositories), and those of the same
  /// provider's repositories and images.
  package var hostOrigins: [String] {
    var places = origins.map(\.origin)
    var pages = [record.server.endpoints["authorization_endpoint"], record.metadata?["authorization_endpoint"]?.string]
    if case .known(let metadata)? = try? record.server.provider().server {
      pages.append(metadata.authorizationEndpoint?.text)
    }
    places += pages.compactMap { page in page.flatMap { try? Endpoint($0).origin } }
    return places + Self.siblings.filter { places.contains($0.origin) }.flatMap(\.further)
  }

  private static let siblings: [(origin: String, further: [String])] = [
    ("https://github.com", ["https://gist.github.com", "https://ghcr.io"]),
    ("https://gitlab.com", ["https://registry.gitlab.com"]),
  ]
}
