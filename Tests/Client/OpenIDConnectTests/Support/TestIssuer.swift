import HTTPTypes
import JOSE
import Logging
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import PKCE
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An OpenID provider in the test's process: it publishes keys, issues signed tokens, and answers
/// at its UserInfo endpoint.
///
/// It is also a user agent whose user agrees at once.
final class TestIssuer: HTTPTransport, UserAgent {
  struct State {
    var key: SigningKey
    var published: JSONWebKeySet
    /// The changes to a valid ID token. A `nil` removes the claim.
    var changes: [String: JSONValue?] = [:]
    /// The changes to a valid token answer.
    var answerChanges: [String: JSONValue?] = [:]
    var hasIDToken = true
    /// Encrypts an ID token for the client. Default: it stays as it is.
    var encrypt: @Sendable (Secret) throws -> String = { $0.reveal() }
    var userInfo: HTTPAnswer = .json(["sub": "248289761001", "name": "Ada", "email_verified": "true"])
    var keysAnswer: HTTPAnswer?
    var nonce: Secret?
    var requests: [HTTPRequest] = []
    var bodies: [FormParameters] = []
  }

  private let state: Mutex<State>
  let clock = ManualClock()

  init(_ algorithm: SignatureAlgorithm = .rs256) throws {
    let key = try Fixture.key(algorithm)
    state = Mutex(State(key: key, published: Fixture.published(key)))
  }

  func client(
    algorithms: Set<SignatureAlgorithm> = [.rs256], prover: DPoPProver? = nil,
    authentication: ClientAuthentication = .none, members: [String: JSONValue] = [:],
    logger: Logger = Logger(label: "test"), clock: WallClock? = nil
  ) throws -> OpenIDClient {
    let metadata = AuthorizationServerMetadata(
      issuer: try Issuer(Fixture.issuer), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"),
      userInfoEndpoint: try Endpoint("https://as.example/userinfo"),
      members: [
        "jwks_uri": "https://as.example/jwks", "end_session_endpoint": "https://as.example/logout?tenant=1",
        "code_challenge_methods_supported": ["S256"],
      ].merging(members) { $1 })
    return try OpenIDClient(
      OAuthClient(
        id: Fixture.clientID, authentication: authentication, server: metadata, prover: prover, transport: self,
        clock: clock ?? self.clock.wallClock, random: SeededRandomSource(seed: 3), logger: logger),
      algorithms: algorithms)
  }

  var paths: [String] { state.withLock { $0.requests.compactMap(\.path) } }
  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The `Authorization` field of the last request.
  var lastAuthorization: String? { state.withLock { $0.requests.last?.headerFields[.authorization] } }
  var nonce: Secret? { state.withLock { $0.nonce } }
  var bodies: [FormParameters] { state.withLock { $0.bodies } }

  func change(_ change: (inout State) throws -> Void) rethrows { try state.withLock { try change(&$0) } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let now = Int64(clock.now.timeIntervalSince1970)
    return try state.withLock { state in
      state.requests.append(request)
      state.bodies.append((try? FormParameters(decoding: body)) ?? FormParameters())
      switch request.path {
      case "/jwks"?:
        return state.keysAnswer ?? .json(["keys": .array(state.published.keys.compactMap(\.publicJWK))])
      case "/userinfo"?: return state.userInfo
      case "/par"?:
        return .json(["request_uri": "urn:example:request-uri-of-this-test", "expires_in": 60], status: .created)
      case "/token"?:
        let grant = try state.bodies.last?.single("grant_type")
        var members: [String: JSONValue] = [
          "access_token": "at-12345", "token_type": "Bearer", "refresh_token": "rt-1", "expires_in": 3600,
        ]
        if state.hasIDToken {
          var claims = Fixture.claims(["exp": .integer(now + 600), "iat": .integer(now)])
          claims["nonce"] = grant == "authorization_code" ? state.nonce.map { .string($0.reveal()) } : nil
          for (name, value) in state.changes { claims[name] = value }
          members["id_token"] = .string(try state.encrypt(state.key.sign(claims)))
        }
        for (name, value) in state.answerChanges { members[name] = value }
        return .json(members)
      default: return .text("", status: .notFound)
      }
    }
  }

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(RedirectURI("http://127.0.0.1:49152/callback"))
    state.withLock { $0.nonce = attempt.nonce }
    var answer = FormParameters()
    answer.append("code", "c-12345")
    answer.append("state", attempt.state.reveal())
    return try attempt.receive(AuthorizationCallback(url: attempt.redirectURI.adding(answer)))
  }
}
