import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

/// Keys for signing ID tokens. They are generated once, because RSA keys take long.
enum OpenIDKeys {
  static let rs256 = made(.rs256, "rs-1")
  static let es256 = made(.es256, "es-1")
  static let next = made(.rs256, "rs-2")

  private static func made(_ algorithm: SignatureAlgorithm, _ keyID: String) -> Result<SigningKey, JSONWebKeyError> {
    do {
      return .success(try SigningKey.generate(algorithm, keyID: keyID))
    } catch {
      return .failure(error)
    }
  }
}

extension TestServer {
  /// Makes an OpenID Provider whose tokens are signed with a key.
  static func openID(
    _ key: Result<SigningKey, JSONWebKeyError> = OpenIDKeys.rs256, alsoPublished others: [JSONWebKey] = [],
    lifetimes: TokenLifetimes = TokenLifetimes(), users: (any UserDirectory)? = nil,
    random: SeededRandomSource = SeededRandomSource()
  ) throws -> TestServer {
    try TestServer(
      lifetimes: lifetimes, random: random, users: users,
      signingKeys: SigningKeys(signing: key.get(), alsoPublished: others))
  }

  /// Fetches the key set as a client does.
  func keySet() async throws -> JSONWebKeySet {
    try JSONWebKeySet(bytes: await get("/jwks").body)
  }

  /// Returns the ID token of an answer, after checking its signature with the published keys.
  func idToken(_ answer: TokenAnswer) async throws -> (header: JOSEHeader, claims: [String: JSONValue]) {
    let compact = try #require(answer.members["id_token"]?.string)
    let verified = try JSONWebSignature(compact: compact).verified(
      by: try await keySet(), allowing: [.rs256, .es256])
    return (verified.header, try verified.claims())
  }

  /// Returns Pixy's own client, configured by discovery.
  func client(id: String = "app", algorithms: Set<SignatureAlgorithm> = [.rs256]) async throws -> OpenIDClient {
    let transport = InProcessTransport(server)
    let metadata = try await AuthorizationServerMetadata.discover(server.issuer, through: transport)
    return try OpenIDClient(
      OAuthClient(id: id, server: metadata, transport: transport, clock: clock.wallClock, logger: log.logger()),
      algorithms: algorithms)
  }

  /// Returns Ada's browser.
  func browser() throws -> SimulatedUserAgent {
    SimulatedUserAgent(
      SimulatedUser(username: "ada", password: Secret(Self.password)), redirectURI: try RedirectURI(Self.redirect),
      through: InProcessTransport(server))
  }
}
