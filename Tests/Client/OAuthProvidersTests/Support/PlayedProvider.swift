import HTTPTypes
import JOSE
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import OAuthUserAgent
import Synchronization
import TokenStorage

@testable import OAuth
@testable import OAuthProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A provider's servers, at the provider's own addresses and in the test's process. Requests
/// succeed unless a test sets another answer.
///
/// The type plays the user too: as a user agent it approves at once, and records the address to
/// open.
final class PlayedProvider: HTTPTransport, UserAgent {
  typealias Answer = @Sendable (HTTPRequest, [UInt8]) -> HTTPAnswer

  struct Exchange: Sendable {
    let request: HTTPRequest
    let body: [UInt8]
    var address: String { "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")" }
    var origin: String { "\(request.scheme ?? "")://\(request.authority ?? "")" }
    var form: FormParameters { (try? FormParameters(decoding: body)) ?? FormParameters() }
  }

  private struct State {
    var answers: [String: Answer] = [:]
    var exchanges: [Exchange] = []
    var opened: [String] = []
  }

  let clock = ManualClock()
  private let known: KnownProvider
  private let state = Mutex(State())

  init(_ known: KnownProvider) {
    self.known = known
  }

  var exchanges: [Exchange] { state.withLock { $0.exchanges } }
  /// The addresses that the browser was to open.
  var opened: [String] { state.withLock { $0.opened } }

  /// Sets the answer to requests to a path; the query is ignored.
  func answer(_ path: String, with answer: @escaping Answer) {
    state.withLock { $0.answers[path] = answer }
  }

  func answer(_ path: String, with answer: HTTPAnswer) {
    self.answer(path) { _, _ in answer }
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let exchange = Exchange(request: request, body: body)
    let path = String((request.path ?? "").prefix { $0 != "?" })
    let answer = state.withLock { state in
      state.exchanges.append(exchange)
      return state.answers[path]
    }
    if let answer { return answer(request, body) }
    let suffix = "/.well-known/openid-configuration"
    if path.hasSuffix(suffix) {
      return .json(document(exchange.origin + path.dropLast(suffix.count)))
    }
    if exchange.form.pairs.contains(where: { $0.name == "grant_type" }) {
      return .json(["access_token": "at-1", "token_type": "Bearer", "refresh_token": "rt-1", "expires_in": 3_600])
    }
    return .text("", status: .notFound)
  }

  /// The metadata of an issuer. Google's names origins other than the issuer's.
  private func document(_ prefix: String) -> [String: JSONValue] {
    let isGoogle = prefix == "https://accounts.google.com"
    // Auth0's issuer ends with a slash.
    let issuer = if case .published(let issuer) = known.provider.server { issuer.text } else { prefix }
    return [
      "issuer": .string(issuer), "authorization_endpoint": .string(prefix + "/authorize"),
      "token_endpoint": .string(isGoogle ? "https://oauth2.googleapis.com/token" : prefix + "/token"),
      "userinfo_endpoint": .string(
        isGoogle ? "https://openidconnect.googleapis.com/v1/userinfo" : prefix + "/userinfo"),
      "jwks_uri": .string(isGoogle ? "https://www.googleapis.com/oauth2/v3/certs" : prefix + "/jwks"),
      "revocation_endpoint": .string(isGoogle ? "https://oauth2.googleapis.com/revoke" : prefix + "/revoke"),
      "code_challenge_methods_supported": ["S256"], "id_token_signing_alg_values_supported": ["RS256"],
      "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
    ]
  }

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(RedirectURI(known.redirectURI))
    state.withLock { $0.opened.append(attempt.url) }
    var answer = FormParameters()
    answer.append("code", "c-1")
    answer.append("state", attempt.state.reveal())
    answer.append("iss", ifPresent: attempt.server.issuer?.text)
    if attempt.responseMode == .formPost {
      return try attempt.receive(AuthorizationCallback(formBody: Array(answer.queryEncoded().utf8)))
    }
    return try attempt.receive(AuthorizationCallback(url: attempt.redirectURI.adding(answer)))
  }

  /// Creates the session of a signed-in user.
  func session(
    _ client: ProviderClient, refreshToken: Secret? = Secret("rt-1"), store: MemoryTokenStore = MemoryTokenStore(),
    origins: [Endpoint] = []
  ) async throws -> TokenSession {
    let account = try Account(provider: client.provider.server.accountProvider, name: "ada")
    store.save(
      StoredTokens(
        accessToken: Secret("at-1"), refreshToken: refreshToken, receivedAt: clock.now, expiresIn: .seconds(3_600)),
      for: account)
    return try await client.session(for: account, in: store, origins: origins)
  }
}

/// A user agent that must not be called: a configuration that can't work is rejected before a
/// browser opens.
struct ForbiddenUserAgent: UserAgent {
  struct WasAsked: Error {}

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    throw WasAsked()
  }
}
