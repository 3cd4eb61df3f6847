internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// `pixy discover`: what a server says about itself (RFC 8414, OpenID Connect Discovery).
struct DiscoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discover",
    abstract: "Show what a server says about itself.",
    discussion: """
      Fetches the server's metadata, checks that the issuer in it is the one asked for, and tells endpoints, grants, PKCE, \
      DPoP, PAR and algorithms, and what is missing or odd, each with its section. --json prints the document as it was \
      published. Of a provider that publishes nothing it tells what Pixy knows.
      """)

  @OptionGroup var server: ServerOptions

  @Flag(help: "Print the metadata as it was published, as JSON.")
  var json = false

  func run() async throws {
    let console = Console.standard
    do {
      let (metadata, isPublished) = try await metadata()
      if json {
        console.result(json: metadata.members)
      } else {
        for line in MetadataReport(metadata, isPublished: isPublished).lines { console.result(line) }
      }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func metadata() async throws -> (AuthorizationServerMetadata, isPublished: Bool) {
    let transport = try server.transport()
    guard let provider = try server.provider() else {
      return (try await server.choice.server().metadata(through: transport), server.address.tokenEndpoint == nil)
    }
    switch provider.server {
    case .known(let metadata):
      Console.standard.say("\(provider.name) publishes no metadata that can be used; this is what Pixy knows of it.")
      return (metadata, false)
    case .published(let issuer):
      return (try await AuthorizationServerMetadata.discover(issuer, through: transport), true)
    }
  }
}
