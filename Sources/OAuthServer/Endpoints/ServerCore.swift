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

/// A part of a server: an endpoint, a grant, or a step that several of them share.
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
  /// Only the error's type is logged, because its text may contain values of the request.
  func log(_ failure: any Error, at endpoint: String) {
    logger.error(
      "The request could not be answered",
      metadata: ["endpoint": "\(endpoint)", "error": "\(String(reflecting: type(of: failure)))"])
  }

  /// Returns the key that signs a document for a client.
  /// - Parameter registered: The algorithm that the client registered; `nil` if none.
  /// - Throws: ``NoSigningKey``. The document must not be signed with another algorithm, because
  ///   the client would reject it.
  func signingKey(
    for registered: SignatureAlgorithm?, of client: RegisteredClient
  ) throws(NoSigningKey) -> SigningKey {
    guard let key = configuration.signingKey(for: registered, of: client) else { throw NoSigningKey() }
    return key
  }
}
