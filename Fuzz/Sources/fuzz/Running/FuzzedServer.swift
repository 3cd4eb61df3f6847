import DPoPVerification
import Foundation
import HTTPTypes
import JOSE
import Logging
import OAuthCore
import OAuthServer

/// An authorization server with all optional features, created anew for each input. Its random
/// bytes are the same in each run, so that seeds can redeem a code or a user code that the server
/// issued for the same input.
enum FuzzedServer {
  static let issuer = "https://server.example"
  static let redirect = "https://app.example/callback"
  /// The password of the user Ada.
  static let password = Secret("lovelace-1815")
  /// The secret of the client `web`, which seeds contain.
  static let secret = Secret("7Fjfp0ZBr1KtDRbnfVdmIw")
  /// The issuer of trusted assertions about users and of trusted software statements.
  static let trustedIssuer = "https://issuer.example"
  /// The key for the request objects of the client `signer`, the assertions of the client
  /// `company`, all DPoP proofs, and the trusted issuer's JWTs.
  static let key = try? SigningKey.generate(.es256, keyID: "signer")

  private static let clock = WallClock { Date(timeIntervalSince1970: 1_700_000_000) }
  private static let keys = (try? SigningKey.generate(.es256, keyID: "server")).flatMap {
    try? SigningKeys(signing: $0)
  }

  private struct PlainPages: Pages {
    let styleSheet = ""
    func html(_ page: Page, for languages: LanguagePreference) -> String { "<!DOCTYPE html><title>Page</title>" }
  }

  /// A payment of any amount to any payee, so that untrusted text reaches the text that the user
  /// reads.
  private struct Payment: AuthorizationDetailType {
    let name = "payment"

    func check(_ detail: [String: JSONValue], for client: RegisteredClient) throws(AuthorizationDetailRefusal) {
      guard detail["amount"] != nil else { throw AuthorizationDetailRefusal("a payment has an amount") }
    }

    func explanation(of detail: [String: JSONValue]) -> String {
      "Pay \(UntrustedText(String(decoding: JSONValue.object(detail).bytes(), as: UTF8.self)))"
    }
  }

  /// Creates a server.
  ///
  /// - Parameter document: The document at every address that the server fetches from.
  static func make(fetching document: [UInt8]? = nil) throws -> AuthorizationServer {
    let scopes = try Scope(["openid", "profile", "email", "offline_access"])
    var configuration = try AuthorizationServerConfiguration(issuer: Issuer(issuer), scopes: scopes, signingKeys: keys)
    configuration.registration = RegistrationPolicy(.open)
    configuration.registration.authenticationMethods.formUnion(["tls_client_auth", "self_signed_tls_client_auth"])
    configuration.registration.grants.insert(.clientCredentials)
    configuration.clientDocuments = ClientDocumentPolicy()
    configuration.tokenRules.certificateMethods = [.issued, .selfSigned]
    configuration.tokenRules.identityAssertions = [
      IdentityAssertionPermission(clientID: "web", audience: "https://other.example", scope: try Scope(["profile"]))
    ]
    configuration.requests.detailTypes = [Payment()]
    configuration.pairwiseSubjects = try PairwiseSubjects(salt: Secret(String(repeating: "c2FsdA", count: 8)))
    if let key {
      let issuerKeys = JSONWebKeySet([key.verificationKey])
      configuration.tokenRules.trustedIssuers = [
        TrustedIssuer(issuer: trustedIssuer, keys: issuerKeys, scope: try Scope(["profile", "email"]))
      ]
      configuration.registration.statementIssuers = [trustedIssuer: issuerKeys]
    }
    var transport: FixedTransport?
    if let document {
      // Each fetch expects its own media type, so the type follows from the content.
      let fields: HTTPFields = [
        .contentType: document.first == 0x7B ? "application/json" : "application/oauth-authz-req+jwt"
      ]
      transport = FixedTransport(
        answer: HTTPAnswer(HTTPResponse(status: .ok, headerFields: fields), body: document))
    }
    return AuthorizationServer(
      configuration: configuration, database: InMemoryServerDatabase(clock: clock),
      clients: InMemoryClientStore(try clients(scopes)),
      users: InMemoryUserDirectory([
        (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada", email: "ada@example.com"), password)
      ]), pages: PlainPages(), transport: transport, clock: clock, random: CountingSource(),
      logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
  }

  private static func clients(_ scopes: Scope) throws -> [RegisteredClient] {
    let redirects = [try RedirectURI(redirect)]
    var signing = ClientSettings()
    let keys = ClientKeys.set(JSONWebKeySet(key.map { [$0.verificationKey] } ?? []))
    signing.keys = keys
    signing.requestURIs = ["https://app.example/request"]
    var detailed = ClientSettings()
    detailed.authorizationDetailsTypes = ["payment"]
    let published = ClientKeys.address(try Endpoint("https://remote.example/keys"))
    return [
      RegisteredClient(
        id: "app", name: "App", redirectURIs: redirects, scope: scopes,
        grants: [.authorizationCode, .refreshToken, .deviceCode], settings: detailed),
      RegisteredClient(
        id: "web", name: "Web", kind: .confidential(secretHash: SecretHash(of: secret)), redirectURIs: redirects,
        scope: scopes, grants: Set(GrantType.builtIn), settings: detailed),
      RegisteredClient(
        id: "remote", name: "Remote", kind: .confidential(.privateKeyJWT(published)), redirectURIs: redirects,
        scope: scopes, grants: Set(GrantType.builtIn)),
      RegisteredClient(id: "signer", name: "Signer", redirectURIs: redirects, scope: scopes, settings: signing),
      RegisteredClient(
        id: "company", name: "Company", kind: .confidential(.privateKeyJWT(keys)), redirectURIs: redirects,
        scope: scopes,
        grants: Set(GrantType.builtIn)),
      RegisteredClient(
        id: "bank", name: "Bank", kind: .confidential(.certificate(subject: "CN=client")), redirectURIs: [],
        scope: scopes, grants: [.clientCredentials]),
    ]
  }
}
