package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
package import PixyTerminal
internal import PixyWire

/// `pixy discover`: shows a server's metadata (RFC 8414, OpenID Connect Discovery).
package struct DiscoverCommand: ConsoleCommand, ServerOptionGroups {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "discover",
    abstract: "Show a server's metadata.",
    discussion: """
      Fetches the server's metadata and checks that its issuer is the requested one. Lists endpoints, grants, PKCE, \
      DPoP, PAR and algorithms, then what is missing or unusual, each with its section of the specification. --json \
      prints the members as published, those of OpenID Connect's document and of RFC 8414's together. For a provider \
      that publishes no metadata, lists what Pixy knows about it.

      With the URL of a protected resource, such as an MCP server, lists the resource's metadata (RFC 9728) and then \
      that of its authorization server.
      """
  ).withExamples(of: "discover")

  @OptionGroup(title: "Server") package var address: ServerAddressOptions
  @OptionGroup(title: "Connection") package var connection: ConnectionOptions
  @OptionGroup package var dry: DryRunOptions

  @Flag(help: "Print the published metadata as JSON.")
  var json = false

  package func validate() throws { try server.requireServer() }

  package func run(on console: Console) async throws {
    let (metadata, isPublished): (AuthorizationServerMetadata, Bool)
    do {
      (metadata, isPublished) = try await self.metadata()
    } catch let error as DiscoveryError {
      guard let discovery = try await resource() else { throw error }
      return show(discovery, on: console)
    }
    if json {
      console.result(json: metadata.members)
    } else {
      for line in MetadataReport(metadata, isPublished: isPublished).lines { console.result(line) }
    }
  }

  /// The endpoints for which the second document is read if the first one doesn't list them.
  private static let endpoints = Set(EndpointName.allCases).subtracting([
    .clientConfiguration, .backchannelAuthentication,
  ])

  /// Finds the protected resource at the URL; `nil` if it publishes no usable metadata.
  private func resource() async throws -> ProtectedResourceDiscovery? {
    guard let text = server.address.issuer, let url = try? Endpoint(text) else { return nil }
    do {
      return try await .discover(url, through: server.transport())
    } catch let error as ProtectedResourceError where error.isNoResource {
      return nil
    }
  }

  private func show(_ discovery: ProtectedResourceDiscovery, on console: Console) {
    guard !json else {
      return console.result(json: [
        "protected_resource": .object(discovery.resource.members),
        "authorization_server": .object(discovery.server.members),
      ])
    }
    func list(_ values: [String]?) -> String {
      values.map { $0.isEmpty ? "none" : UntrustedText($0.joined(separator: ", ")).description } ?? "not announced"
    }
    let rows = [
      ("name", discovery.resource.resourceName?.description ?? "not announced"),
      ("authorization servers", list(discovery.resource.authorizationServers.map(\.text))),
      ("scopes", list(discovery.resource.scopesSupported)),
      ("scope of the challenge", list(discovery.challengedScope?.tokens)),
      ("DPoP", discovery.bindsTokens ? "required" : "not required"),
    ]
    console.result("Protected resource: \(discovery.resource.resource)")
    for line in WireText.lines(rows.map { ShownPair(name: $0.0, value: $0.1) }, indent: 2) { console.result(line) }
    console.result("")
    for line in MetadataReport(discovery.server).lines { console.result(line) }
  }

  private func metadata() async throws -> (AuthorizationServerMetadata, isPublished: Bool) {
    let transport = try server.transport()
    let choice = server.choice
    let provider = try choice.provider()
    switch provider.server {
    case .known(let metadata) where choice.isNamedProvider:
      Console.standard.say("\(provider.name) publishes no usable metadata; this is what Pixy knows about it.")
      return (metadata, false)
    case .published(let issuer) where choice.isNamedProvider:
      return (try await AuthorizationServerMetadata.discover(issuer, through: transport, needing: Self.endpoints), true)
    case .known, .published:
      return (try await choice.metadata(through: transport, needing: Self.endpoints), !choice.needsNoMetadata)
    }
  }
}
