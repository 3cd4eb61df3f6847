internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// `pixy discover`: shows a server's metadata (RFC 8414, OpenID Connect Discovery).
struct DiscoverCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "discover",
    abstract: "Show a server's metadata.",
    discussion: """
      Fetches the server's metadata and checks that its issuer is the requested one. Lists endpoints, grants, PKCE, \
      DPoP, PAR and algorithms, then what is missing or unusual, each with its section of the specification. --json \
      prints the members as published, those of OpenID Connect's document and of RFC 8414's together. For a provider \
      that publishes no metadata, lists what Pixy knows about it.
      """)

  @OptionGroup var server: ServerOptions

  @Flag(help: "Print the published metadata as JSON.")
  var json = false

  func validate() throws { try server.requireServer() }

  func run(on console: Console) async throws {
    let (metadata, isPublished) = try await metadata()
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

  private func metadata() async throws -> (AuthorizationServerMetadata, isPublished: Bool) {
    let transport = try server.transport()
    guard let provider = try server.provider() else {
      return (
        try await server.choice.metadata(through: transport, needing: Self.endpoints), !server.choice.needsNoMetadata
      )
    }
    switch provider.server {
    case .known(let metadata):
      Console.standard.say("\(provider.name) publishes no usable metadata; this is what Pixy knows about it.")
      return (metadata, false)
    case .published(let issuer):
      return (try await AuthorizationServerMetadata.discover(issuer, through: transport, needing: Self.endpoints), true)
    }
  }
}
