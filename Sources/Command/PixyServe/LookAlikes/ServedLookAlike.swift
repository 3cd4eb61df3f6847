internal import Logging
internal import OAuthCore
internal import OAuthLookAlikes
internal import OAuthServerHummingbird
internal import PixyTerminal

/// A server on this machine that imitates a provider.
struct ServedLookAlike: Sendable {
  let name: LookAlikeName
  let username: String
  let password: Secret
  let isPasswordShown: Bool
  let redirectURIs: [RedirectURI]
  let logger: Logger

  /// Serves requests until a signal ends the process.
  /// - Parameter console: The console that shows how to use the server; nil to log one record
  ///   instead.
  func run(host: String, port: Int, issuer: String?, _ console: Console?) async throws {
    let clients = clients
    let server = HummingbirdAuthorizationServer(
      host: host, port: port, issuer: try issuer.map { text throws(URIError) in try Issuer(text) }, logger: logger,
      make: make,
      onListening: { address in
        if let console {
          announce(address, clients, console)
        } else {
          logger.notice("The server listens", metadata: ["issuer": "\(address)", "like": "\(name.rawValue)"])
        }
      })
    try await server.runUntilSignalled()
  }

  private func make(_ address: Issuer) throws -> LookAlike {
    let person = LookAlikeUser(username: username, password: password)
    let pages = try MustachePages()
    return switch name {
    case .gitHub: try .gitHub(at: address, clients: clients, user: person, pages: pages, logger: logger)
    case .google: try .google(at: address, clients: clients, user: person, pages: pages, logger: logger)
    case .spotify: try .spotify(at: address, clients: clients, user: person, pages: pages, logger: logger)
    }
  }

  /// The registered clients, with the redirect URIs of the command line.
  private var clients: [LookAlikeClient] {
    name.clients.map { client in
      // Clients without redirect URIs have addresses that follow from their kind.
      guard !client.redirectURIs.isEmpty else { return client }
      return LookAlikeClient(
        id: client.id, name: client.name, kind: client.kind, secret: client.secret,
        redirectURIs: client.redirectURIs + redirectURIs, bundleID: client.bundleID)
    }
  }

  private func announce(_ address: Issuer, _ clients: [LookAlikeClient], _ console: Console) {
    console.say("Address   \(address), like \(name.rawValue)")
    for client in clients {
      // The secret is an example that is published in the source.
      let secret = client.secret.map { ", secret \($0.reveal())" } ?? ", no secret"
      console.say("Client    \(client.id), \(client.kind)\(secret)")
    }
    console.say("User      \(username), password \(isPasswordShown ? password.reveal() : "from --password-file")")
    if let first = clients.first {
      let secret = name == .google ? " --client-secret-file FILE" : ""
      console.say("Try       pixy login \(name.rawValue) --client-id \(first.id)\(secret) --look-alike \(address)")
    }
    console.say("Everything is in memory and lost at the end. Ctrl-C stops the server.")
  }
}
