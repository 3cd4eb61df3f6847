import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OpenIDConnect
import Synchronization
import Testing

@testable import OAuthProviders

/// The metadata and keys that a client caches between sign-ins, and its verification at a refresh.
struct ProviderKeysTests {
  /// A transport that counts the requests to each path, and can drop those to one path.
  private final class Counting: HTTPTransport {
    private let transport: any HTTPTransport
    private let counts = Mutex<[String: Int]>([:])
    private let lost = Mutex("")

    init(_ transport: any HTTPTransport) {
      self.transport = transport
    }

    func count(_ path: String) -> Int { counts.withLock { $0[path] ?? 0 } }

    func lose(_ path: String) { lost.withLock { $0 = path } }

    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      let path = String((request.path ?? "").prefix { $0 != "?" })
      counts.withLock { $0[path, default: 0] += 1 }
      guard lost.withLock({ $0 }) != path else { throw HTTPTransportError(.timedOut, origin: "google") }
      return try await transport.send(request, body: body, limits: limits)
    }
  }

  private func client() throws -> (ProviderClient, Counting, SimulatedUserAgent) {
    let clock = ManualClock()
    let google = try LookAlike.google(
      clock: clock.wallClock, random: SeededRandomSource(seed: 5), logger: .silent)
    let counting = Counting(LookAlikeTransport(google))
    let registered = LookAlikeClient.googleDesktop
    let client = ProviderClient(
      .google, id: registered.id, secret: registered.secret, through: counting, clock: clock.wallClock,
      monotonic: clock.monotonicClock, random: SeededRandomSource(seed: 3), logger: .silent)
    let userAgent = SimulatedUserAgent(
      google.user.simulated(), redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), through: counting)
    return (client, counting, userAgent)
  }

  @Test func `Keys and metadata are fetched once, and a later failure to fetch them costs no sign-in`() async throws {
    let (client, counting, userAgent) = try client()
    _ = try await client.signIn(with: userAgent)
    counting.lose("/oauth2/v3/certs")
    let copy = client
    _ = try await copy.signIn(with: userAgent)
    #expect(counting.count("/oauth2/v3/certs") == 1)
    #expect(counting.count("/.well-known/openid-configuration") == 1)
  }

  @Test func `A refresh returns a verified ID token that continues the last one`() async throws {
    let (client, _, userAgent) = try client()
    let signedIn = try await client.signIn(with: userAgent)
    let refreshed = try await client.refresh(signedIn)
    #expect(refreshed.tokens.accessToken != signedIn.tokens.accessToken)
    #expect(refreshed.idToken?.subject == signedIn.idToken?.subject)
  }

  @Test func `A refresh without a refresh token is an error`() async throws {
    let gitHub = try LookAlike.gitHub(random: SeededRandomSource(seed: 5), logger: .silent)
    let transport = LookAlikeTransport(gitHub)
    let client = ProviderClient(.gitHub, id: LookAlikeClient.gitHubOAuthApp.id, through: transport, logger: .silent)
    let signedIn = try await client.signIn(
      with: SimulatedUserAgent(
        gitHub.user.simulated(), redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), through: transport))
    await #expect(throws: OpenIDError.noRefreshToken) { try await client.refresh(signedIn) }
  }
}
