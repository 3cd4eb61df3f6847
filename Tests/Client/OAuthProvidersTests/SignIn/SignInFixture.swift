import HTTPTypes
import Logging
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthTestSupport
import OAuthUserAgent
import Synchronization
import TokenStorage

/// One application at a look-alike: its store, its transport, and the user's browser.
struct SignInFixture {
  /// The provider of a sign-in, and the kind of client.
  enum Site: Sendable, CaseIterable {
    case googleDesktop, googleIOS, spotify, gitHub

    var provider: Provider {
      switch self {
      case .googleDesktop: .google
      case .googleIOS: .googleIOS
      case .spotify: .spotify
      case .gitHub: .gitHub
      }
    }

    var application: LookAlikeClient {
      switch self {
      case .googleDesktop: .googleDesktop
      case .googleIOS: .googleIOS
      case .spotify: .spotify
      case .gitHub: .gitHubOAuthApp
      }
    }

    var redirectURI: String {
      self == .googleIOS
        ? "com.googleusercontent.apps.100000000001-lookalikeios:/oauth" : "http://127.0.0.1:49152/callback"
    }

    /// The end of the address that returns the user.
    var profilePath: String {
      switch self {
      case .googleDesktop, .googleIOS: "/v1/people/me"
      case .spotify: "/v1/me"
      case .gitHub: "/user"
      }
    }

    func lookAlike(_ person: LookAlikeUser, _ clock: ManualClock, _ logger: Logger) throws -> LookAlike {
      switch self {
      case .googleDesktop, .googleIOS: try .google(user: person, clock: clock.wallClock, logger: logger)
      case .spotify: try .spotify(user: person, clock: clock.wallClock, logger: logger)
      case .gitHub: try .gitHub(user: person, clock: clock.wallClock, logger: logger)
      }
    }
  }

  let site: Site
  let clock = ManualClock()
  /// The transport to the look-alike, whose person a test can replace.
  let person: ChangingTransport
  let transport: FaultyTransport
  let faults = StoreFaults()
  let store: FaultyTokenStore
  let client: ProviderClient
  let service: SignInService
  let userAgent: SimulatedUserAgent
  private let logger: Logger
  private let wire: any HTTPTransport

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - site: The provider and the kind of client.
  ///   - person: The person with an account at the provider.
  ///   - agrees: Whether the person approves requests.
  ///   - kept: The store for the tokens.
  ///   - logger: The logger of all parts.
  ///   - watching: A wire tap for all requests and answers.
  init(
    _ site: Site = .googleDesktop, person: LookAlikeUser = LookAlikeUser(), agrees: Bool = true,
    in kept: any TokenStore = MemoryTokenStore(), logger: Logger = .silent,
    watching: (any HTTPTransport) -> any HTTPTransport = { $0 }
  ) throws {
    self.site = site
    self.logger = logger
    self.person = ChangingTransport(LookAlikeTransport(try site.lookAlike(person, clock, logger)))
    wire = watching(self.person)
    transport = FaultyTransport(wire)
    store = FaultyTokenStore(kept, faults)
    client = ProviderClient(
      site.provider, id: site.application.id, secret: site.application.secret, through: transport,
      clock: clock.wallClock, monotonic: clock.monotonicClock, logger: logger)
    service = SignInService(client, store: store)
    userAgent = SimulatedUserAgent(
      person.simulated(agrees: agrees), redirectURI: try RedirectURI(site.redirectURI), through: wire)
  }

  /// Creates the program's service again, with the stored tokens, as a restart does.
  func nextStart() -> SignInService {
    let client = ProviderClient(
      site.provider, id: site.application.id, secret: site.application.secret, through: transport,
      clock: clock.wallClock, monotonic: clock.monotonicClock, logger: logger)
    return SignInService(client, store: store)
  }

  /// Replaces the person at the provider and at the browser.
  func change(to person: LookAlikeUser) throws -> SimulatedUserAgent {
    self.person.change(to: LookAlikeTransport(try site.lookAlike(person, clock, logger)))
    return SimulatedUserAgent(
      person.simulated(), redirectURI: try RedirectURI(site.redirectURI), through: wire)
  }

  /// The provider's current account in the store.
  func currentAccount() async throws -> Account? {
    try await store.currentAccount(of: client.provider.server.accountProvider)
  }

  func tokens(_ name: String = "1815") async throws -> StoredTokens? {
    try await store.tokens(for: Account(provider: client.provider.server.accountProvider, name: name))
  }

  /// Removes the refresh token from the store, as if the provider had issued none.
  func forgetRefreshToken() async throws {
    guard let account = try await currentAccount(), var tokens = try await store.tokens(for: account) else { return }
    tokens.refreshToken = nil
    try await store.save(tokens, for: account)
  }

  /// Ends the session at the provider, as the user can do in the settings.
  func revoke() async throws {
    var form = FormParameters()
    form.append("token", try await tokens()?.refreshToken?.reveal() ?? "")
    var request = try Endpoint("https://oauth2.googleapis.com/revoke").request(.post)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    _ = try await person.send(request, body: Array(form.formEncoded().utf8), limits: HTTPLimits())
  }
}

/// A transport whose server a test can replace.
final class ChangingTransport: HTTPTransport {
  private let other: Mutex<any HTTPTransport>

  init(_ other: any HTTPTransport) {
    self.other = Mutex(other)
  }

  func change(to other: any HTTPTransport) {
    self.other.withLock { $0 = other }
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    try await other.withLock { $0 }.send(request, body: body, limits: limits)
  }
}

/// A browser that runs an action before the person approves.
struct StagedUserAgent: UserAgent, CustomReflectable {
  let browser: SimulatedUserAgent
  let before: @Sendable () async throws -> Void

  func authorize(_ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt) async throws
    -> AuthorizationCode
  {
    try await before()
    return try await browser.authorize(attempt)
  }

  /// A mirror without children, because the played person knows the password.
  var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension SimulatedUserAgent {
  /// The person closes the browser.
  var closed: StagedUserAgent { StagedUserAgent(browser: self) { throw UserAgentError.cancelled } }

  /// The person waits before approving.
  func held(by gate: Gate) -> StagedUserAgent { StagedUserAgent(browser: self) { try await gate.pass() } }

  /// A browser that can't be closed: it returns although its sign-in was cancelled.
  func unstoppable(until gate: Gate) -> StagedUserAgent {
    StagedUserAgent(browser: self) { await Task { try? await gate.pass() }.value }
  }
}

extension Fault {
  /// The answer of Google's People API for a person.
  static func person(_ members: [String: JSONValue]) -> Fault {
    Fault("a person", reachesServer: false) { _, _, _ in .json(members) }
  }

  static let otherUser = person(["resourceName": "people/666", "names": [["displayName": "Mallory"]]])
}
