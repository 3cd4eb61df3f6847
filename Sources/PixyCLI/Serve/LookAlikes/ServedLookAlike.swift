internal import Logging
internal import OAuthCore
internal import OAuthLookAlikes
internal import OAuthServerHummingbird

/// A server on this machine that behaves like a provider's.
struct ServedLookAlike: Sendable {
  let name: LookAlikeName
  let username: String
  let password: Secret
  let isPasswordShown: Bool
  let redirectURIs: [RedirectURI]
  let logger: Logger

  /// Answers until a signal ends it.
  /// - Parameter console: where people are told about it; nil if programs read what is said, who get a record.
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

  /// The registered applications, with the redirect URIs that were asked for.
  private var clients: [LookAlikeClient] {
    name.clients.map { client in
      // The others come back to what follows from their kind.
      guard !client.redirectURIs.isEmpty else { return client }
      return LookAlikeClient(
        id: client.id, name: client.name, kind: client.kind, secret: client.secret,
        redirectURIs: client.redirectURIs + redirectURIs)
    }
  }

  private func announce(_ address: Issuer, _ clients: [LookAlikeClient], _ console: Console) {
    console.say("Address   \(address), like \(name.rawValue)")
    for client in clients {
      // Made up, and known to everybody who reads the source: it isn't a secret.
      let secret = client.secret.map { ", secret \($0.reveal())" } ?? ", no secret"
      console.say("Client    \(client.id), \(client.kind)\(secret)")
    }
    console.say("Person    \(username), password \(isPasswordShown ? password.reveal() : "as given")")
    if let first = clients.first {
      let secret = name == .google ? " --client-secret-file FILE" : ""
      console.say("Try       pixy login \(name.rawValue) --client-id \(first.id)\(secret) --look-alike \(address)")
    }
    console.say("Everything is kept in memory and forgotten at the end. Ctrl-C ends it.")
  }
}
