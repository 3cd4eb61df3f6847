package import ArgumentParser
package import OAuth
package import OAuthCore
internal import PixyTerminal

/// The options that name the authorization server.
package struct ServerAddressOptions: ParsableArguments {
  package init() {}

  @Argument(
    help: """
      The issuer, such as https://accounts.example.com, or the name of a provider: \(ProviderName.list). Not needed \
      with --authorization-endpoint and --token-endpoint, which also replace the metadata.
      """, completion: .list(ProviderName.allCases.map(\.rawValue)))
  package var issuer: String?

  @Option(
    help: ArgumentHelp("The location of the provider: a host, a domain or a tenant.", valueName: "location"))
  package var at: String?

  @Option(
    name: .customLong("look-alike"),
    help: ArgumentHelp(
      "The URL of a server that imitates the provider, such as `pixy serve --as google`.", valueName: "url"))
  var lookAlike: String?

  @Option(
    name: .customLong("authorization-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  package var authorizationEndpoint: String?

  @Option(
    name: .customLong("token-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  package var tokenEndpoint: String?

  @Option(
    name: .customLong("userinfo-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  package var userInfoEndpoint: String?

  @Option(
    name: .customLong("jwks-uri"),
    help: ArgumentHelp("The keys for ID tokens, if the server's metadata doesn't list them.", valueName: "url"))
  var jwksURI: String?

  @Option(
    name: .customLong("revocation-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  var revocationEndpoint: String?

  @Option(
    name: .customLong("introspection-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  var introspectionEndpoint: String?

  @Option(
    name: .customLong("registration-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  package var registrationEndpoint: String?

  @Option(
    name: .customLong("device-authorization-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  package var deviceAuthorizationEndpoint: String?

  @Option(
    name: .customLong("pushed-authorization-request-endpoint"),
    help: ArgumentHelp("The endpoint, if the server's metadata doesn't list it.", valueName: "url"))
  var pushedAuthorizationRequestEndpoint: String?

  package func validate() throws {
    guard providerName != nil || (at == nil && lookAlike == nil) else {
      throw ValidationError("--at and --look-alike need the name of a provider: \(ProviderName.list).")
    }
    if let issuer, providerName == nil, let problem = Self.problem(of: issuer) { throw ValidationError(problem) }
    guard providerName == nil || endpoints.isEmpty else {
      throw ValidationError("Give a provider's name or endpoints, not both.")
    }
  }

  /// Returns the reason why a text is neither an issuer nor a provider's name; `nil` if it is an
  /// issuer.
  package static func problem(of text: String) -> String? {
    do {
      _ = try Issuer(text)
      return nil
    } catch {
      let word = UntrustedText(text)
      // The host, the port and the path of an issuer whose scheme is missing.
      if text.wholeMatch(of: /([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]+)?(\/.*)?/) != nil {
        if LoopbackAddress.begins(text[...]) {
          return
            "\(word) is not an issuer: it needs a scheme. Write http://\(word), or https://\(word) with TLS."
        }
        if text.contains(where: { ".:/".contains($0) }) {
          return "\(word) is not an issuer: it needs a scheme. Write https://\(word)."
        }
      }
      guard !text.contains(":"), !text.contains("/") else {
        return "\(word) is not an issuer. \(error.explanation)"
      }
      let names = ProviderName.allCases.map(\.rawValue)
      return "\(word) is neither an issuer nor the name of a provider."
        + (Spelling.closest(to: text, among: names).map { " Did you mean \($0)?" } ?? "")
    }
  }

  /// Whether the options name a server.
  fileprivate var isGiven: Bool { issuer != nil || (authorizationEndpoint != nil && tokenEndpoint != nil) }

  /// The given endpoints, by their members of the metadata.
  fileprivate var endpoints: [String: String] {
    [
      "authorization_endpoint": authorizationEndpoint,
      "token_endpoint": tokenEndpoint,
      "userinfo_endpoint": userInfoEndpoint,
      "jwks_uri": jwksURI,
      "revocation_endpoint": revocationEndpoint,
      "introspection_endpoint": introspectionEndpoint,
      "registration_endpoint": registrationEndpoint,
      "device_authorization_endpoint": deviceAuthorizationEndpoint,
      "pushed_authorization_request_endpoint": pushedAuthorizationRequestEndpoint,
    ].compactMapValues(\.self)
  }

  /// The named provider, if there is one. No issuer is a single word.
  package var providerName: ProviderName? { issuer.flatMap(ProviderName.init(rawValue:)) }
}

/// The option that shows requests instead of sending them.
package struct DryRunOptions: ParsableArguments {
  package init() {}

  @Flag(
    name: .customLong("dry-run"),
    help: "Send no request except for metadata and keys. Print it, with the curl command that sends it.")
  package var dryRun = false

  /// The server's metadata, if the command has fetched them already. There is no option for them.
  fileprivate var published: AuthorizationServerMetadata?

  private enum CodingKeys: String, CodingKey {
    case dryRun
  }
}

/// The options for an authorization server and the connection to it, in help sections of their
/// own.
///
/// The groups are the command's own, because debug builds of swift-argument-parser check a group four times
/// for each group around it.
package protocol ServerOptionGroups {
  var address: ServerAddressOptions { get set }
  var connection: ConnectionOptions { get set }
  var dry: DryRunOptions { get set }
}

extension ServerOptionGroups {
  /// The options together.
  package var server: ServerOptions {
    get { ServerOptions(address: address, connection: connection, dry: dry) }
    set { (address, connection, dry) = (newValue.address, newValue.connection, newValue.dry) }
  }
}

/// The options for the authorization server and the connection to it.
package struct ServerOptions {
  package var address: ServerAddressOptions
  package let connection: ConnectionOptions
  fileprivate var dry: DryRunOptions

  /// Whether requests are printed instead of sent.
  package var dryRun: Bool { dry.dryRun }

  /// The server's metadata, if the command has fetched them already.
  package var published: AuthorizationServerMetadata? {
    get { dry.published }
    set { dry.published = newValue }
  }

  /// Whether a server is named.
  package var isGiven: Bool { address.isGiven }

  /// The given options that describe a server or the connection to it.
  package var givenForIssuers: [String] {
    address.endpoints.keys.sorted().map { "--" + $0.replacing("_", with: "-") }
      + [
        connection.trust == nil ? nil : "--trust", connection.certificate == nil ? nil : "--certificate",
      ].compactMap(\.self)
  }

  /// Rejects a command line without a server.
  package func requireServer() throws {
    guard isGiven else {
      throw ValidationError("Give an issuer, or --authorization-endpoint and --token-endpoint.")
    }
  }

  /// Rejects standard input for files that a later run reads again.
  package func requireFilesThatStay() throws {
    let files = [
      ("--trust", connection.trust), ("--certificate", connection.certificate),
      ("--certificate-key", connection.certificateKey),
    ]
    for (option, path) in files where path == "-" {
      throw ValidationError("\(option) needs a file here: later refreshes can't read standard input again.")
    }
  }

  /// The server as a value for later runs.
  package var choice: ServerChoice {
    var choice = ServerChoice()
    choice.providerName = address.providerName
    choice.issuer = address.providerName == nil ? address.issuer : nil
    choice.at = address.at
    choice.lookAlike = address.lookAlike
    choice.endpoints = address.endpoints
    choice.published = published
    choice.trust = connection.trust.map(FileInput.absolutePath)
    choice.certificate = connection.certificate.map(FileInput.absolutePath)
    choice.certificateKey = connection.certificateKey.map(FileInput.absolutePath)
    return choice
  }

  /// Whether a provider was named.
  package var isProvider: Bool { address.providerName != nil }

  /// Creates the transport, which traces or prints requests if the options say so.
  package func transport() throws -> any HTTPTransport { try connection.transport(isDryRun: dryRun) }

  /// Wraps the user agent, so that it is traced, or isn't used in a dry run.
  package func userAgent(_ userAgent: any UserAgent) throws -> any UserAgent {
    dryRun ? DryRunUserAgent(userAgent: userAgent, console: .standard) : try connection.tracing.userAgent(userAgent)
  }
}
