internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthProviders

/// The authorization server and its connection, as the command line named them, so that a later run
/// can find the server again.
struct ServerChoice: Sendable, Hashable {
  var issuer: String?
  var provider: ProviderName?
  var at: String?
  var lookAlike: String?
  var authorizationEndpoint: String?
  var tokenEndpoint: String?
  var userInfoEndpoint: String?
  var jwksURI: String?
  /// The absolute path of the trusted authorities.
  var trust: String?
  var certificate: String?
  var certificateKey: String?

  /// Returns the named provider; `nil` if none was named.
  func knownProvider() throws -> Provider? {
    guard let provider = try provider?.provider(at: at) else { return nil }
    return try lookAlike.map { try provider.relocated(to: Endpoint($0)) } ?? provider
  }

  /// Returns the server, if no provider was named.
  func server() throws -> KnownServer {
    guard let authorizationEndpoint, let tokenEndpoint else { return .discovered(try Issuer(issuer ?? "")) }
    return .known(
      AuthorizationServerMetadata(
        issuer: try issuer.map { text throws(URIError) in try Issuer(text) },
        authorizationEndpoint: try Endpoint(authorizationEndpoint), tokenEndpoint: try Endpoint(tokenEndpoint),
        userInfoEndpoint: try userInfoEndpoint.map { text throws(URIError) in try Endpoint(text) },
        members: jwksURI.map { ["jwks_uri": .string($0)] } ?? [:]))
  }

  /// Creates the transport to the server.
  func transport() throws -> AsyncHTTPClientTransport {
    try AsyncHTTPClientTransport(trust: trust, certificate: certificate, certificateKey: certificateKey)
  }

  /// The options that curl needs for the connection.
  var curlOptions: CurlOptions {
    CurlOptions(certificate: certificate, certificateKey: certificateKey, trust: trust)
  }

  /// The command-line arguments for this server.
  var arguments: [String] {
    ([provider?.rawValue ?? issuer].compactMap { $0 })
      + Self.options.flatMap { name, path in self[keyPath: path].map { ["--\(name)", $0] } ?? [] }
  }

  private static var options: [(String, WritableKeyPath<Self, String?>)] {
    [
      ("at", \.at), ("look-alike", \.lookAlike), ("authorization-endpoint", \.authorizationEndpoint),
      ("token-endpoint", \.tokenEndpoint), ("userinfo-endpoint", \.userInfoEndpoint), ("jwks-uri", \.jwksURI),
      ("trust", \.trust), ("certificate", \.certificate), ("certificate-key", \.certificateKey),
    ]
  }

  /// The stored form, by the options' names.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    members["issuer"] = issuer.map { .string($0) }
    members["provider"] = provider.map { .string($0.rawValue) }
    for (name, path) in Self.options { members[name] = self[keyPath: path].map { .string($0) } }
    return members
  }

  init() {}

  /// Reads ``members``. Missing ones become `nil`.
  init(_ members: [String: JSONValue]) {
    issuer = members["issuer"]?.string
    provider = members["provider"]?.string.flatMap(ProviderName.init(rawValue:))
    for (name, path) in Self.options { self[keyPath: path] = members[name]?.string }
  }
}

/// The source of a server's endpoints.
enum KnownServer {
  case discovered(Issuer)
  case known(AuthorizationServerMetadata)

  func metadata(through transport: any HTTPTransport) async throws -> AuthorizationServerMetadata {
    switch self {
    case .discovered(let issuer): try await AuthorizationServerMetadata.discover(issuer, through: transport)
    case .known(let metadata): metadata
    }
  }
}
