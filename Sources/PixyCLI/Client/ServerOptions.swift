#if CLI
internal import ArgumentParser
internal import OAuthCore
internal import OAuthProviders

/// Which authorization server, and how it is reached.
struct ServerOptions: ParsableArguments {
  @Argument(
    help: """
      The issuer, for example https://accounts.example.com, or a provider that Pixy knows: \(ProviderName.list). Leave it out if you \
      give both endpoints.
      """)
  var issuer: String?

  @Option(help: "Where a provider is that everybody has a place of their own at: a host, a domain, a tenant.")
  var at: String?

  @Option(
    name: .customLong("look-alike"),
    help: "The address of a server that behaves like the provider, such as `pixy serve --as google` prints it.")
  var lookAlike: String?

  @Option(name: .customLong("authorization-endpoint"), help: "For servers that publish no metadata.")
  var authorizationEndpoint: String?

  @Option(name: .customLong("token-endpoint"), help: "For servers that publish no metadata.")
  var tokenEndpoint: String?

  @Option(name: .customLong("userinfo-endpoint"), help: "For servers that publish no metadata.")
  var userInfoEndpoint: String?

  @Option(
    name: .customLong("jwks-uri"),
    help: "Where the server's keys are, for ID tokens of servers that publish no metadata.")
  var jwksURI: String?

  @Option(help: "A file with the only certificate authorities to trust, in PEM; otherwise this machine's are.")
  var trust: String?

  @Option(help: "A file with the client's certificate for mutual TLS, in PEM.")
  var certificate: String?

  @Option(help: "A file with the certificate's private key, in PEM, without a passphrase.")
  var certificateKey: String?

  func validate() throws {
    guard (authorizationEndpoint == nil) == (tokenEndpoint == nil) else {
      throw ValidationError("Give both --authorization-endpoint and --token-endpoint, or neither.")
    }
    guard issuer != nil || tokenEndpoint != nil else {
      throw ValidationError("Give an issuer, or --authorization-endpoint and --token-endpoint.")
    }
    guard providerName != nil || (at == nil && lookAlike == nil) else {
      throw ValidationError("--at and --look-alike are for a provider's name: \(ProviderName.list).")
    }
    guard providerName == nil || tokenEndpoint == nil else {
      throw ValidationError("Give a provider's name or endpoints, not both.")
    }
    guard jwksURI == nil || tokenEndpoint != nil else {
      throw ValidationError("--jwks-uri goes with --authorization-endpoint and --token-endpoint.")
    }
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("Give both --certificate and --certificate-key, or neither.")
    }
  }

  /// The provider that was named, if one was: no issuer is a single word.
  private var providerName: ProviderName? { issuer.flatMap(ProviderName.init(rawValue:)) }

  /// All of it as a value that outlives this run.
  var choice: ServerChoice {
    var choice = ServerChoice()
    choice.provider = providerName
    choice.issuer = providerName == nil ? issuer : nil
    choice.at = at
    choice.lookAlike = lookAlike
    choice.authorizationEndpoint = authorizationEndpoint
    choice.tokenEndpoint = tokenEndpoint
    choice.userInfoEndpoint = userInfoEndpoint
    choice.jwksURI = jwksURI
    choice.trust = trust.map(FileInput.absolutePath)
    choice.certificate = certificate.map(FileInput.absolutePath)
    choice.certificateKey = certificateKey.map(FileInput.absolutePath)
    return choice
  }

  /// Whether a provider was named.
  var isProvider: Bool { providerName != nil }

  /// The provider that was named, where it is for this person.
  func provider() throws -> Provider? { try choice.knownProvider() }

  /// What moves requests to the server.
  func transport() throws -> any HTTPTransport { try choice.transport() }
}
#endif
