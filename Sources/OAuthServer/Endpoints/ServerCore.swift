internal import JOSE
internal import Logging
internal import OAuthCore

/// The configuration, clock, randomness and logger that all parts of a server share.
struct ServerCore: Sendable {
  let configuration: AuthorizationServerConfiguration
  let clock: WallClock
  let secrets: SecretGenerator
  let logger: Logger
}

/// A part of a server: an endpoint, a grant, or a step that several of them take.
protocol ServerPart: Sendable {
  var core: ServerCore { get }
}

extension ServerPart {
  var configuration: AuthorizationServerConfiguration { core.configuration }
  var clock: WallClock { core.clock }
  var secrets: SecretGenerator { core.secrets }
  var logger: Logger { core.logger }
  /// The server's own identifier.
  var issuer: Issuer { configuration.issuer }

  /// Logs a failure inside the server.
  ///
  /// Only the error's type is logged: its text may hold values that a store was asked for.
  func log(_ failure: any Error, at endpoint: String) {
    logger.error(
      "The request could not be answered",
      metadata: ["endpoint": "\(endpoint)", "error": "\(String(reflecting: type(of: failure)))"])
  }

  /// The key that signs something for a client.
  /// - Parameter registered: The algorithm that the client registered; `nil` if none.
  /// - Throws: ``NoSigningKey``. Nothing may be signed then: the client agreed to no other algorithm.
  func signingKey(
    for registered: SignatureAlgorithm?, of client: RegisteredClient
  ) throws(NoSigningKey) -> SigningKey {
    guard let key = configuration.signingKey(for: registered, of: client) else { throw NoSigningKey() }
    return key
  }
}
