import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("The configuration of a sign-in") struct ConfigurationTests {
  let site: TestSite

  init() throws {
    site = try TestSite()
  }

  func signIn(
    _ clients: [ProviderClient], at address: String = TestSite.address, _ paths: SignInPaths = SignInPaths()
  ) throws -> WebSignIn {
    try WebSignIn(clients, at: Endpoint(address), key: site.key, paths: paths)
  }

  @Test func `needs providers with different identifiers`() throws {
    #expect(throws: WebSignInError.noProvider) { try signIn([]) }
    #expect(throws: WebSignInError.providerID("login")) { try signIn([try site.client(), try site.client()]) }
    for id in ["", "a/b", "A", "é", "a b", "../x"] {
      #expect(throws: WebSignInError.providerID(id)) { try signIn([try site.client(id)]) }
    }
  }

  @Test(arguments: [
    "https://app.example.com/?x", "https://app.example.com?x=1", "https://app.example.com/shop/",
    "https://app.example.com/shop?x=1", "https://app.example.com/a//b", "https://app.example.com/../b",
    "https://app.example.com/a%2Fb", "https://app.example.com/a;b",
  ])
  func `needs an origin, with a plain path or without`(address: String) throws {
    #expect(throws: WebSignInError.address) { try signIn([try site.client()], at: address) }
  }

  @Test(arguments: [
    SignInPaths(signIn: "/"), SignInPaths(signIn: "sign-in"), SignInPaths(signIn: "/a/"), SignInPaths(signIn: "/a//b"),
    SignInPaths(signIn: "/x", callback: "/x"), SignInPaths(signIn: "/x", callback: "/x/callback"),
    SignInPaths(signOut: "/sign-in/out"), SignInPaths(signedOut: "/a?b"),
  ])
  func `needs paths that don't contain each other`(paths: SignInPaths) throws {
    #expect(throws: WebSignInError.paths) { try signIn([try site.client()], at: TestSite.address, paths) }
  }

  @Test(arguments: ["", "my notes", "é", "A", "a;b", "a=b"])
  func `needs a name that cookies' names can have, if it has one`(name: String) throws {
    #expect(throws: WebSignInError.applicationName) {
      try WebSignIn([try site.client()], at: Endpoint(TestSite.address), key: site.key, application: name)
    }
  }

  @Test func `has a redirect URI for each provider`() throws {
    let signIn = try signIn([try site.client()], at: "https://app.example.com/")
    #expect(try signIn.redirectURI(of: site.client()).text == "https://app.example.com/callback/login")
    #expect(throws: WebSignInError.providerID("other")) { try signIn.redirectURI(of: site.client("other")) }
  }

  @Test func `is validated: a mistake is an error, and an unreachable provider is logged`() async throws {
    let google = ProviderClient(.googleWeb, id: "wrong", through: site.transport)
    await #expect(throws: ProviderError.self) { try await signIn([google]).validate() }
    let nowhere = ProviderClient(
      .issuer(try Issuer("https://nowhere.example")), id: "app", through: site.transport)
    let instance = try site.instance(clients: [nowhere])
    try await instance.validate()
    #expect(site.logs.records.contains { $0.contains("the provider can't be reached now") })
    try await site.instance().validate()
  }
}
