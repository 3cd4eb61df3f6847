internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// The options that name the authorization server.
struct ServerAddressOptions: ParsableArguments {
  @Argument(
    help: """
      The issuer, such as https://accounts.example.com, or the name of a provider: \(ProviderName.list). Not needed \
      with both endpoints.
      """)
  var issuer: String?

  @Option(
    help: ArgumentHelp("The location of the provider: a host, a domain or a tenant.", valueName: "location"))
  var at: String?

  @Option(
    name: .customLong("look-alike"),
    help: ArgumentHelp(
      "The URL of a server that imitates the provider, such as `pixy serve --as google`.", valueName: "url"))
  var lookAlike: String?

  @Option(
    name: .customLong("authorization-endpoint"),
    help: ArgumentHelp("The endpoint of a server without metadata.", valueName: "url"))
  var authorizationEndpoint: String?

  @Option(
    name: .customLong("token-endpoint"),
    help: ArgumentHelp("The endpoint of a server without metadata.", valueName: "url"))
  var tokenEndpoint: String?

  @Option(
    name: .customLong("userinfo-endpoint"),
    help: ArgumentHelp("The endpoint of a server without metadata.", valueName: "url"))
  var userInfoEndpoint: String?

  @Option(
    name: .customLong("jwks-uri"),
    help: ArgumentHelp("The keys of a server without metadata, for ID tokens.", valueName: "url"))
  var jwksURI: String?

  func validate() throws {
    guard (authorizationEndpoint == nil) == (tokenEndpoint == nil) else {
      throw ValidationError("Give both --authorization-endpoint and --token-endpoint, or neither.")
    }
    guard issuer != nil || tokenEndpoint != nil else {
      throw ValidationError("Give an issuer, or --authorization-endpoint and --token-endpoint.")
    }
    guard providerName != nil || (at == nil && lookAlike == nil) else {
      throw ValidationError("--at and --look-alike need the name of a provider: \(ProviderName.list).")
    }
    guard providerName == nil || tokenEndpoint == nil else {
      throw ValidationError("Give a provider's name or endpoints, not both.")
    }
    guard jwksURI == nil || tokenEndpoint != nil else {
      throw ValidationError("--jwks-uri needs --authorization-endpoint and --token-endpoint.")
    }
  }

  /// The named provider, if there is one. No issuer is a single word.
  fileprivate var providerName: ProviderName? { issuer.flatMap(ProviderName.init(rawValue:)) }
}

/// The options for the authorization server and the connection to it, in help sections of their own.
///
/// A command that includes them must not give them a title: it would replace those of the sections.
struct ServerOptions: ParsableArguments {
  @OptionGroup(title: "Server") var address: ServerAddressOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  @Flag(
    name: .customLong("dry-run"),
    help: "Send no request except for metadata and keys. Print it, with the curl command that sends it.")
  var dryRun = false

  /// Rejects standard input for files that a later run reads again.
  func requireFilesThatStay() throws {
    let files = [
      ("--trust", connection.trust), ("--certificate", connection.certificate),
      ("--certificate-key", connection.certificateKey),
    ]
    for (option, path) in files where path == "-" {
      throw ValidationError("\(option) needs a file here: later refreshes can't read standard input again.")
    }
  }

  /// The server as a value for later runs.
  var choice: ServerChoice {
    var choice = ServerChoice()
    choice.provider = address.providerName
    choice.issuer = address.providerName == nil ? address.issuer : nil
    choice.at = address.at
    choice.lookAlike = address.lookAlike
    choice.authorizationEndpoint = address.authorizationEndpoint
    choice.tokenEndpoint = address.tokenEndpoint
    choice.userInfoEndpoint = address.userInfoEndpoint
    choice.jwksURI = address.jwksURI
    choice.trust = connection.trust.map(FileInput.absolutePath)
    choice.certificate = connection.certificate.map(FileInput.absolutePath)
    choice.certificateKey = connection.certificateKey.map(FileInput.absolutePath)
    return choice
  }

  /// Whether a provider was named.
  var isProvider: Bool { address.providerName != nil }

  /// Returns the named provider, at its location.
  func provider() throws -> Provider? { try choice.knownProvider() }

  /// Creates the transport, which traces or prints requests if the options say so.
  func transport() throws -> any HTTPTransport { try connection.transport(isDryRun: dryRun) }

  /// Wraps the user agent, so that it is traced, or isn't used in a dry run.
  func userAgent(_ userAgent: any UserAgent) throws -> any UserAgent {
    dryRun ? DryRunUserAgent(userAgent: userAgent, console: .standard) : try connection.tracing.userAgent(userAgent)
  }
}
