import OAuthCore
import OAuthProviders
import OAuthUserAgent
import Testing

@testable import PixySignIn

struct SignInWayTests {
  private static let command = SignInWay.Available(hasSheet: false, hasLoopback: true)
  private static let phone = SignInWay.Available(hasSheet: true, hasLoopback: false)
  private static let mac = SignInWay.Available(hasSheet: true, hasLoopback: true)
  private static let television = SignInWay.Available(hasSheet: false, hasLoopback: false)

  private func way(
    to redirectURI: String? = nil, at provider: Provider, app: String = "com.example.app",
    _ available: SignInWay.Available
  ) throws -> SignInWay {
    try SignInWay(
      to: redirectURI.map(RedirectURI.init), accepting: provider.redirects,
      clientID: "1234-ABCD.apps.googleusercontent.com", app: app, provider: provider.name, available: available)
  }

  @Test func `A command listens on the loopback interface with any free port`() throws {
    #expect(try way(at: .gitHub, Self.command) == .loopback(host: .address, port: 0, path: "/callback"))
    #expect(try way(at: .google, Self.command) == .loopback(host: .address, port: 0, path: "/callback"))
  }

  @Test func `A command uses the name localhost where the provider accepts no address`() throws {
    let entra = Provider.entra(try EntraTenant("example.com"))
    #expect(try way(at: entra, Self.command) == .loopback(host: .localhost, port: 0, path: "/callback"))
  }

  @Test func `An app at Google uses the reversed client ID as scheme`() throws {
    let uri = try RedirectURI("com.googleusercontent.apps.1234-abcd:/oauth2redirect")
    #expect(try way(at: .googleIOS, Self.phone) == .sheet(uri))
    #expect(try way(at: .googleIOS, Self.mac) == .sheet(uri))
  }

  @Test func `An app at another provider uses its own name as scheme`() throws {
    let uri = try RedirectURI("com.example.app:/callback")
    #expect(try way(at: .gitHub, Self.phone) == .sheet(uri))
    #expect(try way(at: .gitHub, Self.mac) == .sheet(uri))
  }

  @Test func `A Mac app listens if the provider accepts no scheme`() throws {
    #expect(try way(at: .google, Self.mac) == .loopback(host: .address, port: 0, path: "/callback"))
  }

  @Test func `A given redirect URI decides, not the platform's default`() throws {
    let link = "https://app.example.com/callback"
    #expect(try way(to: link, at: .gitHub, Self.mac) == .sheet(try RedirectURI(link)))
    #expect(
      try way(to: "http://127.0.0.1:8414/back", at: .gitHub, Self.mac)
        == .loopback(host: .address, port: 8414, path: "/back"))
    #expect(
      try way(to: "http://localhost:8414/back", at: .slack, Self.command)
        == .loopback(host: .localhost, port: 8414, path: "/back"))
  }

  @Test func `A redirect URI that the program can't receive is an error before a browser opens`() throws {
    for (uri, available) in [
      ("com.example.app:/callback", Self.command), ("http://127.0.0.1/callback", Self.phone),
      ("http://[::1]/callback", Self.mac), ("com.example.app:/callback", Self.television),
      ("http://127.0.0.1/callback", Self.television),
    ] {
      #expect(throws: UserAgentError.noWayBack, "\(uri)") { try way(to: uri, at: .gitHub, available) }
    }
    #expect(throws: UserAgentError.noWayBack) { try way(at: .gitHub, Self.television) }
  }

  @Test func `A command at a provider with registered ports is told what to register`() throws {
    let error = #expect(throws: ProviderError.self) { try way(at: .gitLab, Self.command) }
    #expect(error?.description.contains("http://127.0.0.1:PORT/callback") == true, "\(error?.description ?? "")")
    let slack = #expect(throws: ProviderError.self) { try way(at: .slack, Self.command) }
    #expect(slack?.description.contains("http://localhost:PORT/callback") == true, "\(slack?.description ?? "")")
  }

  @Test func `A name that can't be a scheme is an error in an app, and of no importance in a command`() throws {
    #expect(throws: URIError.self) { try way(at: .gitHub, app: "my_app", Self.phone) }
    #expect(try way(at: .gitHub, app: "my_app", Self.command) == .loopback(host: .address, port: 0, path: "/callback"))
  }

  @Test(arguments: [
    ("/Applications/Tool.app", true), ("/Applications/Tool.app/Contents/PlugIns/Share.appex/", true),
    ("/usr/local/bin", false), ("/Users/ada/app", false), ("/Users/ada/Tool.app/Contents/Helpers", false), ("/", false),
  ])
  func `A command with an Info.plist inside isn't an app`(_ bundle: String, _ isApp: Bool) {
    #expect(SignInWay.Available.isApp(bundlePath: bundle) == isApp)
  }
}
