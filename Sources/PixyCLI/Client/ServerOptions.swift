internal import ArgumentParser
internal import OAuth
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

  @OptionGroup var connection: ConnectionOptions

  @Flag(
    name: .customLong("dry-run"),
    help: """
      Send nothing but questions for metadata and keys: print the request, and the curl command that sends the same, without \
      secrets.
      """)
  var dryRun = false

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
  }

  /// Refuses standard input for what a later run reads again.
  func requireFilesThatStay() throws {
    let files = [
      ("--trust", connection.trust), ("--certificate", connection.certificate),
      ("--certificate-key", connection.certificateKey),
    ]
    for (option, path) in files where path == "-" {
      throw ValidationError("\(option) takes a file here: standard input isn't there when the tokens are refreshed.")
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
    choice.trust = connection.trust.map(FileInput.absolutePath)
    choice.certificate = connection.certificate.map(FileInput.absolutePath)
    choice.certificateKey = connection.certificateKey.map(FileInput.absolutePath)
    return choice
  }

  /// Whether a provider was named.
  var isProvider: Bool { providerName != nil }

  /// The provider that was named, where it is for this person.
  func provider() throws -> Provider? { try choice.knownProvider() }

  /// What moves this command's requests: recorded, or held back, as was asked for.
  func transport() throws -> any HTTPTransport { try connection.transport(isDryRun: dryRun) }

  /// The person's browser, recorded, or played by nobody, as was asked for.
  func userAgent(_ userAgent: any UserAgent) throws -> any UserAgent {
    dryRun ? DryRunUserAgent(userAgent: userAgent, console: .standard) : try connection.tracing.userAgent(userAgent)
  }
}
