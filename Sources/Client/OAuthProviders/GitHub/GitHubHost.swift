public import OAuthCore

/// A GitHub host: github.com, a data-residency host of GitHub Enterprise Cloud, or an Enterprise
/// Server.
public struct GitHubHost: Sendable, Hashable {
  /// The origin of the sign-in pages, such as `https://github.com`.
  public let web: Endpoint
  /// The API's address without a closing slash, such as `https://api.github.com`.
  public let api: Endpoint
  /// The address that returns an access token's user.
  public let userEndpoint: Endpoint
  /// The metadata of the host's authorization server.
  public let metadata: AuthorizationServerMetadata

  /// github.com.
  public static let gitHubDotCom = GitHubHost(
    web: Endpoint(constant: "https://github.com"), api: Endpoint(constant: "https://api.github.com"),
    userEndpoint: Endpoint(constant: "https://api.github.com/user"),
    metadata: AuthorizationServerMetadata(
      // GitHub sends `iss` in callbacks since 2026, but not in all. It is compared whenever it is
      // present.
      issuer: Issuer(constant: "https://github.com/login/oauth"),
      authorizationEndpoint: Endpoint(constant: "https://github.com/login/oauth/authorize"),
      tokenEndpoint: Endpoint(constant: "https://github.com/login/oauth/access_token"),
      members: members(device: "https://github.com/login/device/code")))

  /// The header fields that GitHub's API requires besides `Authorization` and `User-Agent`.
  package static let fields = ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]

  private init(web: Endpoint, api: Endpoint, userEndpoint: Endpoint, metadata: AuthorizationServerMetadata) {
    self.web = web
    self.api = api
    self.userEndpoint = userEndpoint
    self.metadata = metadata
  }

  /// Creates an enterprise's host.
  ///
  /// - Parameter host: The host name, with or without a port. A name that ends in `.ghe.com`, such
  ///   as `octo.ghe.com`, is a data-residency host of the cloud, with the API at
  ///   `api.octo.ghe.com`. Any other name is an Enterprise Server, with the API at `/api/v3`.
  /// - Throws: `URIError` if `host` isn't a host name.
  public init(enterprise host: String) throws(URIError) {
    let base = "https://\(host)"
    let web = try Endpoint(base)
    guard web.origin == base.lowercased(), web.query == nil else { throw .noHost }
    let api = host.lowercased().hasSuffix(".ghe.com") ? "https://api.\(host)" : "\(base)/api/v3"
    self.init(
      web: web, api: try Endpoint(api), userEndpoint: try Endpoint(api + "/user"),
      metadata: AuthorizationServerMetadata(
        // The value of `iss` isn't documented for these hosts, so it isn't compared.
        authorizationEndpoint: try Endpoint(base + "/login/oauth/authorize"),
        tokenEndpoint: try Endpoint(base + "/login/oauth/access_token"),
        members: Self.members(device: base + "/login/device/code")))
  }

  /// Returns the same host with all its addresses moved to one other origin and their paths
  /// unchanged, as `Provider.relocated(to:)` does. Use it with a server that imitates GitHub, such
  /// as `pixy serve --as github`.
  ///
  /// ```swift
  /// let host = try GitHubHost.gitHubDotCom.relocated(to: Endpoint("http://127.0.0.1:8414"))
  /// ```
  ///
  /// - Parameter origin: The server's origin. A path after the host and port is ignored. The server
  ///   at this origin receives authorization codes and tokens.
  /// - Returns: The relocated host. Its accounts are others than GitHub's.
  /// - Throws: `URIError` if an address becomes too long.
  public func relocated(to origin: Endpoint) throws(URIError) -> GitHubHost {
    GitHubHost(
      web: try web.relocated(to: origin), api: try api.relocated(to: origin),
      userEndpoint: try userEndpoint.relocated(to: origin), metadata: try metadata.relocated(to: origin))
  }

  private static func members(device: String) -> [String: JSONValue] {
    [
      "device_authorization_endpoint": .string(device), "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["client_secret_post", "none"],
    ]
  }
}
