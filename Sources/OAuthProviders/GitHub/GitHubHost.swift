public import OAuthCore

/// Which GitHub: github.com, a data-residency host of GitHub Enterprise Cloud, or an Enterprise Server.
public struct GitHubHost: Sendable, Hashable {
  /// Where people sign in, such as `https://github.com`.
  public let web: Endpoint
  /// Where the API is, without a closing slash, such as `https://api.github.com`.
  public let api: Endpoint
  /// `GET` there says whose token it is.
  public let userEndpoint: Endpoint
  /// Its authorization server.
  public let metadata: AuthorizationServerMetadata

  /// github.com.
  public static let gitHubDotCom = GitHubHost(
    web: Endpoint(constant: "https://github.com"), api: Endpoint(constant: "https://api.github.com"),
    userEndpoint: Endpoint(constant: "https://api.github.com/user"),
    metadata: AuthorizationServerMetadata(
      // In callbacks since 2026, not in all of them: compared whenever it is there.
      issuer: Issuer(constant: "https://github.com/login/oauth"),
      authorizationEndpoint: Endpoint(constant: "https://github.com/login/oauth/authorize"),
      tokenEndpoint: Endpoint(constant: "https://github.com/login/oauth/access_token"),
      members: members(device: "https://github.com/login/device/code")))

  private init(web: Endpoint, api: Endpoint, userEndpoint: Endpoint, metadata: AuthorizationServerMetadata) {
    self.web = web
    self.api = api
    self.userEndpoint = userEndpoint
    self.metadata = metadata
  }

  /// A host of an enterprise.
  ///
  /// - Parameter host: `octo.ghe.com` and the like are data-residency hosts of the cloud, with the API at `api.octo.ghe.com`;
  ///   everything else is an Enterprise Server, with the API at `/api/v3`. A port may follow.
  /// - Throws: `URIError` if that is no host.
  public init(enterprise host: String) throws(URIError) {
    let base = "https://\(host)"
    let web = try Endpoint(base)
    guard web.origin == base.lowercased(), web.query == nil else { throw .noHost }
    let api = host.lowercased().hasSuffix(".ghe.com") ? "https://api.\(host)" : "\(base)/api/v3"
    self.init(
      web: web, api: try Endpoint(api), userEndpoint: try Endpoint(api + "/user"),
      metadata: AuthorizationServerMetadata(
        // What these say in `iss` isn't documented, so that it can't be compared.
        authorizationEndpoint: try Endpoint(base + "/login/oauth/authorize"),
        tokenEndpoint: try Endpoint(base + "/login/oauth/access_token"),
        members: Self.members(device: base + "/login/device/code")))
  }

  private static func members(device: String) -> [String: JSONValue] {
    [
      "device_authorization_endpoint": .string(device), "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["client_secret_post", "none"],
    ]
  }
}
