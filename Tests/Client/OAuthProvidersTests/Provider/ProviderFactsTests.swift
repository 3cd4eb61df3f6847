import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthProviders
@testable import OAuthSessions

/// The facts that hold for every provider, in each of its forms.
@Suite struct ProviderFactsTests {
  private func parameters(_ address: String) throws -> FormParameters {
    try FormParameters(decoding: Array(address.drop { $0 != "?" }.dropFirst().utf8))
  }

  @Test(
    .covers(
      "every provider: PKCE", "Google: refresh tokens need access_type=offline",
      "Entra: refresh tokens only with offline_access", "Apple: scope openid",
      "Auth0: refresh tokens only with offline_access", "Okta: refresh tokens only with offline_access"),
    arguments: KnownProvider.all)
  func `An authorization address has the provider's parameters, and S256`(_ known: KnownProvider) async throws {
    let played = PlayedProvider(known)
    let attempt = try await known.client(played).begin(redirectURI: RedirectURI(known.redirectURI))
    let parameters = try parameters(attempt.url)
    #expect(try parameters.single("scope") == known.scope)
    #expect(try parameters.single("client_id") == known.clientID)
    #expect(try parameters.single("redirect_uri") == known.redirectURI)
    #expect(try parameters.single("code_challenge_method") == "S256")
    #expect(try parameters.single("code_challenge")?.count == 43)
    #expect(try parameters.single("state")?.count == 43)
    #expect(try (parameters.single("nonce") != nil) == known.hasIDTokens)
    let usual: Set<String> = [
      "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
      "code_challenge_method",
    ]
    let own = parameters.pairs.filter { !usual.contains($0.name) }
    #expect(Dictionary(uniqueKeysWithValues: own.map { ($0.name, $0.value) }) == known.parameters)
  }

  @Test(
    .covers(
      "every provider: a program's own parameters and scope", "Google: refresh tokens need access_type=offline",
      "Slack: user_scope"), arguments: KnownProvider.all)
  func `A program's own parameters and scope replace the provider's`(_ known: KnownProvider) async throws {
    let played = PlayedProvider(known)
    let own: FormParameters = ["prompt": "none", "access_type": "online", "login_hint": "ada"]
    let attempt = try await known.client(played).begin(
      redirectURI: RedirectURI(known.redirectURI), scope: Scope(["one", "two"]), parameters: own)
    let parameters = try parameters(attempt.url)
    for pair in own.pairs { #expect(parameters.all(pair.name) == [pair.value]) }
    if known.provider.id == "slack" {
      #expect(try parameters.single("user_scope") == "one,two")
    } else {
      #expect(try parameters.single("scope") == "one two")
    }
    #expect(try parameters.single("nonce") == nil)
  }

  // Peers attach the bearer token to any host.
  @Test(.covers("every provider: access tokens", "Google: UserInfo is at another origin"), arguments: KnownProvider.all)
  func `The access token is sent only to the provider's resources`(_ known: KnownProvider) async throws {
    let played = PlayedProvider(known)
    let session = try await played.session(known.client(played))
    #expect(session.origins == known.origins)
    for origin in known.origins {
      let request = try await session.authorize(Endpoint(origin + "/x").request(.get))
      #expect(request.headerFields[.authorization] == "Bearer at-1")
    }
    // Pictures, sign-in pages of others, and names that look like the right ones.
    let foreign = [
      "https://avatars.githubusercontent.com", "https://lh3.googleusercontent.com", "https://i.scdn.co",
      "https://cdn.discordapp.com", "https://secure.gravatar.com", "https://s.gravatar.com",
      "https://ca.slack-edge.com",
      "https://accounts.spotify.com", "https://login.microsoftonline.com", "https://appleid.apple.com",
      "http://localhost",
    ]
    for origin in foreign + known.origins.flatMap({ [$0 + ".evil.example", $0 + ":444"] }) {
      guard let endpoint = try? Endpoint(origin + "/x") else { continue }
      let error = await #expect(throws: TokenSessionError.self, "\(origin)") {
        try await session.authorize(endpoint.request(.get))
      }
      #expect(error?.code == "foreign_origin")
    }
    #expect(!played.exchanges.contains { $0.request.headerFields[.authorization] != nil })
  }

  @Test(.covers("every provider: access tokens for other APIs"), arguments: KnownProvider.all)
  func `The application's origins join the provider's, by origin and not by path`(_ known: KnownProvider) async throws {
    let played = PlayedProvider(known)
    let api = try Endpoint("https://api.example.com/v1")
    let session = try await played.session(known.client(played), origins: [api])
    #expect(session.origins == known.origins.union(["https://api.example.com"]))
    let request = try await session.authorize(Endpoint("https://API.example.com:443/v2").request(.get))
    #expect(request.headerFields[.authorization] == "Bearer at-1")
    for foreign in ["http://127.0.0.1", "https://api.example.com:444", "https://api.example.com.evil.example"] {
      let error = await #expect(throws: TokenSessionError.self) {
        try await session.authorize(Endpoint(foreign + "/v1").request(.get))
      }
      #expect(error?.code == "foreign_origin")
    }
  }

  @Test(arguments: KnownProvider.all)
  func `The profile is requested at an origin that may receive the access token`(_ known: KnownProvider) async throws {
    let played = PlayedProvider(known)
    let client = try await known.client(played).oauthClient()
    switch known.provider.profile {
    case .resource(let resource): #expect(known.origins.contains(resource.address.origin))
    case .userInfo: #expect(known.origins.contains(try #require(client.server.userInfoEndpoint).origin))
    case .idToken: #expect(known.origins.isEmpty)
    }
  }

  @Test(.covers("every provider: ID tokens"), arguments: KnownProvider.all)
  func `If the provider issues ID tokens, only RS256 is accepted`(_ known: KnownProvider) async throws {
    let provider = known.client(PlayedProvider(known))
    let client = try await provider.oauthClient()
    let openID = try provider.openIDClient(client)
    #expect(known.hasIDTokens ? openID != nil : true)
    if let openID { #expect(openID.policy.algorithms == [.rs256]) }
  }

  @Test(.covers("every provider: a placeholder as client ID"), arguments: KnownProvider.all)
  func `A placeholder client ID is rejected before a browser opens`(_ known: KnownProvider) async throws {
    let played = PlayedProvider(known)
    for id in ["", "YOUR_CLIENT_ID", "<client-id>", "${clientId}", "your-client-id", " ", "a b", "changeme", "\u{E9}"] {
      let error = await #expect(throws: ProviderError.self) {
        try await known.client(played, id: id).signIn(with: ForbiddenUserAgent())
      }
      #expect(error == .clientID(provider: known.provider.name, place: known.provider.clientID.place))
      #expect(error?.remedy.contains(known.provider.clientID.place) == true)
      await #expect(throws: ProviderError.self) {
        try await known.client(played, id: id).signInOnDevice { _ in Issue.record("a code was shown") }
      }
    }
    #expect(played.exchanges.isEmpty)
  }

  @Test(
    .covers("every provider: a missing secret", "Google: desktop clients have to send a secret"),
    arguments: KnownProvider.all)
  func `A missing required secret is reported before a browser opens`(_ known: KnownProvider) async throws {
    let played = PlayedProvider(known)
    let client = ProviderClient(known.provider, id: known.clientID, through: played)
    guard known.secret != nil else {
      _ = try await client.oauthClient()
      return
    }
    await #expect(throws: ProviderError.clientSecretMissing(provider: known.provider.name)) {
      try await client.signIn(with: ForbiddenUserAgent())
    }
    #expect(played.exchanges.isEmpty)
  }

  @Test(.covers("every provider: the end of a session", "Slack: invalid_refresh_token"), arguments: KnownProvider.all)
  func `Only the provider's error codes end a session`(_ known: KnownProvider) async throws {
    var words = known.endingErrors.map { ($0.rawValue, true) }
    words += [("invalid_client", false), ("temporarily_unavailable", false), ("access_denied", false)]
    #expect(known.provider.endingErrors == known.endingErrors)
    for (word, ends) in words {
      let played = PlayedProvider(known)
      let client = known.client(played)
      let session = try await played.session(client)
      let tokenEndpoint = try await client.oauthClient().server.tokenEndpoint
      let isSlack = known.provider.id == "slack"
      played.answer(
        tokenEndpoint.parts.path,
        with: isSlack
          ? .json(["ok": false, "error": .string(word)]) : .json(["error": .string(word)], status: .badRequest))
      played.clock.advance(by: .seconds(3_601))
      let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
      #expect((error?.code == "session_ended") == ends, "\(word)")
      #expect((try await session.store.tokens(for: session.account) == nil) == ends, "\(word)")
    }
  }
}
