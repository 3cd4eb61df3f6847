import Crypto
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import PKCE

/// An authorization server with real TLS, whose only client presents a certificate.
struct BankServer {
  static let resource = "https://127.0.0.1/accounts"

  let log = LogCollector()
  let authority: MadeCertificate
  let serverCertificate: MadeCertificate

  init() throws {
    authority = try MadeCertificate("Authority", .authority)
    serverCertificate = try MadeCertificate("Server", .server, by: authority)
  }

  func identity(_ clients: ClientCertificates?) throws -> ServerIdentity {
    var identity = try ServerIdentity(
      certificateChain: Array(serverCertificate.pem.utf8), privateKey: serverCertificate.keyPEM)
    identity.clientCertificates = clients
    return identity
  }

  /// The rule that accepts only certificates of the authority.
  var issued: ClientCertificates {
    get throws { try .issued(by: Array(authority.pem.utf8)) }
  }

  /// The client's registered key set, for a self-signed certificate.
  static func keys(_ certificate: MadeCertificate) throws -> ClientKeys {
    let point = certificate.key.publicKey.x963Representation.dropFirst()
    return .set(
      try JSONWebKeySet(
        [
          "keys": [
            [
              "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(point.prefix(32))),
              "y": .string(Base64URL.encode(point.suffix(32))),
            ]
          ]
        ]))
  }

  func run<Output: Sendable>(
    _ authentication: RegisteredClient.Authentication, asking clients: ClientCertificates?, bound: Bool = false,
    _ body: (Issuer) async throws -> Output
  ) async throws -> Output {
    let scope = try Scope(["accounts"])
    var settings = ClientSettings()
    settings.accessTokenFormat = .jwt
    settings.requiresCertificateBinding = bound
    let client = RegisteredClient(
      id: "bank", name: "Bank", kind: .confidential(authentication), redirectURIs: [], scope: scope,
      grants: [.clientCredentials], settings: settings)
    let keys = try SigningKeys(signing: SigningKey.generate(.es256, keyID: "k1"))
    return try await withAuthorizationServer(
      identity: try identity(clients),
      make: { issuer in
        var configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scope, signingKeys: keys)
        configuration.tokenRules.certificateMethods = [.issued, .selfSigned]
        configuration.requests.resources = [Self.resource]
        return AuthorizationServer(
          configuration: configuration,
          database: InMemoryServerDatabase(), clients: InMemoryClientStore([client]), users: InMemoryUserDirectory([]),
          pages: PagesWithoutDesign(), logger: log.logger())
      }, logger: log.logger(), body: body)
  }

  /// Returns a transport that presents this certificate, or none.
  func transport(_ certificate: MadeCertificate?) throws -> AsyncHTTPClientTransport {
    try AsyncHTTPClientTransport(
      clientCertificate: certificate.map {
        try ClientCertificate(certificates: $0.pem, privateKey: $0.keyPEM)
      }, trustingOnly: authority.pem)
  }

  /// Requests a token as the client.
  func token(
    _ issuer: Issuer, _ authentication: ClientAuthentication, showing certificate: MadeCertificate?
  ) async throws -> TokenResponse {
    let transport = try transport(certificate)
    let client = OAuthClient(
      id: "bank", authentication: authentication, server: try await .discover(issuer, through: transport),
      transport: transport)
    return try await client.clientCredentials(scope: Scope(["accounts"]), resources: [Self.resource])
  }

  /// Returns the `error` of a rejected request, or nil if a token was issued.
  func error(
    _ issuer: Issuer, _ authentication: ClientAuthentication, showing certificate: MadeCertificate?
  ) async throws -> String? {
    do {
      _ = try await token(issuer, authentication, showing: certificate)
      return nil
    } catch let error as EndpointError {
      guard let refusal = error.refusal else { throw error }
      return refusal.error.rawValue
    }
  }
}
