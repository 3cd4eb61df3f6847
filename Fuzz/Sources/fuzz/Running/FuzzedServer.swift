import DPoPVerification
import Foundation
import JOSE
import Logging
import OAuthCore
import OAuthServer

/// An authorization server with everything that it can have, as new as the input that it is for. What it draws is the same in each run, so that seeds
/// can redeem a code or a user code that it gave in the same input.
enum FuzzedServer {
  static let issuer = "https://server.example"
  static let redirect = "https://app.example/callback"
  /// Ada's.
  static let password = Secret("lovelace-1815")
  /// The secret of the client `web`, which seeds know.
  static let secret = Secret("7Fjfp0ZBr1KtDRbnfVdmIw")
  /// Signs the request objects of the client `signer`, the assertions of the client `company`, and anybody's proofs.
  static let key = try? SigningKey.generate(.es256, keyID: "signer")

  private static let clock = WallClock { Date(timeIntervalSince1970: 1_700_000_000) }
  private static let keys = (try? SigningKey.generate(.es256, keyID: "server")).flatMap {
    try? IDTokenKeys(signing: $0)
  }

  private struct PlainPages: Pages {
    let styleSheet = ""
    func html(_ page: Page, for languages: LanguagePreference) -> String { "<!DOCTYPE html><title>Page</title>" }
  }

  static func make() throws -> AuthorizationServer {
    let scopes = try Scope(["openid", "profile", "email", "offline_access"])
    var stores = ServerStores(
      clients: InMemoryClientStore(try clients(scopes)),
      users: InMemoryUserDirectory([
        (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada", email: "ada@example.com"), password)
      ]),
      codes: InMemoryAuthorizationCodeStore(clock: clock), tokens: InMemoryIssuedTokenStore(clock: clock),
      deviceCodes: InMemoryDeviceCodeStore(), sessions: InMemorySessionStore(clock: clock),
      consents: InMemoryConsentStore(), usedTokenIDs: InMemoryUsedTokenIDs(clock: clock))
    stores.pushedRequests = InMemoryPushedRequestStore(clock: clock)
    stores.registrations = InMemoryClientRegistrationStore()
    var configuration = try AuthorizationServerConfiguration(issuer: Issuer(issuer), scopes: scopes, idTokenKeys: keys)
    configuration.registration = RegistrationPolicy(.open)
    configuration.registration.authenticationMethods.formUnion(["tls_client_auth", "self_signed_tls_client_auth"])
    configuration.registration.grants.insert(.clientCredentials)
    configuration.tokenRules.takesClientCertificates = true
    return AuthorizationServer(
      configuration: configuration, stores: stores, pages: PlainPages(), clock: clock, random: CountingSource(),
      logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
  }

  private static func clients(_ scopes: Scope) throws -> [RegisteredClient] {
    let redirects = [try RedirectURI(redirect)]
    var signing = ClientSettings()
    let keys = ClientKeys.set(JSONWebKeySet(key.map { [$0.verificationKey] } ?? []))
    signing.keys = keys
    return [
      RegisteredClient(
        id: "app", name: "App", redirectURIs: redirects, scope: scopes,
        grants: [.authorizationCode, .refreshToken, .deviceCode]),
      RegisteredClient(
        id: "web", name: "Web", kind: .confidential(secretHash: SecretHash(of: secret)), redirectURIs: redirects,
        scope: scopes, grants: Set(GrantType.allCases)),
      RegisteredClient(id: "signer", name: "Signer", redirectURIs: redirects, scope: scopes, settings: signing),
      RegisteredClient(
        id: "company", name: "Company", kind: .confidential(.privateKeyJWT(keys)), redirectURIs: redirects,
        scope: scopes,
        grants: Set(GrantType.allCases)),
      RegisteredClient(
        id: "bank", name: "Bank", kind: .confidential(.certificate(subject: "CN=client")), redirectURIs: [],
        scope: scopes, grants: [.clientCredentials]),
    ]
  }
}
