import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing
import TokenStorage

@testable import OAuthProviders

/// `Provider.relocated(to:)`: all requests go to the provider's stand-in, and none to the provider.
@Suite struct RelocationTests {
  private static let origin = "http://127.0.0.1:8414"

  private func texts(_ provider: Provider) -> String {
    var text = ""
    dump(provider, to: &text)
    return text.replacing(provider.name, with: "")
  }

  @Test(arguments: KnownProvider.all)
  func `None of the provider's own addresses remains`(_ known: KnownProvider) throws {
    let moved = try known.provider.relocated(to: Endpoint(Self.origin + "/ignored?also=this"))
    #expect(texts(known.provider).contains("https://") || known.testDescription == "issuer")
    let left = texts(moved).split(separator: "\n").filter { $0.contains("https://") }
    #expect(left.isEmpty)
    #expect(!texts(moved).contains("ignored"))
  }

  @Test(.covers("every provider: stand-ins"), arguments: KnownProvider.all)
  func `Every request of a sign-in, a profile and a sign-out goes to the stand-in`(_ known: KnownProvider) async throws
  {
    let moved = KnownProvider(
      known.testDescription, try known.provider.relocated(to: Endpoint(Self.origin)), id: known.clientID,
      secret: known.secret ?? Secret("s"), origins: known.origins, scope: known.scope
    ).with { $0.redirectURI = known.redirectURI }
    let played = PlayedProvider(moved)
    let client = moved.client(played)
    // Without openid, because ID tokens aren't tested here.
    _ = try await client.signIn(scope: Scope(["one"]), with: played)
    let session = try await played.session(client)
    _ = try? await client.profile(through: session)
    _ = try? await client.signInOnDevice { _ in }
    _ = try await client.signOut(session)
    #expect(played.opened.count == 1)
    #expect(played.opened.allSatisfy { $0.hasPrefix(Self.origin + "/") })
    #expect(!played.exchanges.isEmpty)
    for exchange in played.exchanges { #expect(exchange.origin == Self.origin) }
    // The paths stay, so that one stand-in can distinguish the endpoints.
    if case .known(let metadata) = known.provider.server {
      #expect(played.exchanges.contains { $0.request.path == metadata.tokenEndpoint.parts.path })
    }
  }

  @Test func `Entra's issuer is the stand-in's too, with the tenant in it, and the tenants stay`() throws {
    let tenant = try EntraTenant("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0")
    let moved = try Provider.entra(tenant).relocated(to: Endpoint(Self.origin))
    let template = try EntraIssuerTemplate(Self.origin + "/{tenantid}/v2.0", tenants: tenant.issuer.tenants)
    #expect(moved.quirks == [.tenantInIssuer(template)])
    #expect(template.tenants == ["0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"])
  }

  @Test func `A template of a picture's address moves, and a path to one stays`() throws {
    let discord = try Provider.discord.relocated(to: Endpoint(Self.origin))
    guard case .resource(let resource) = discord.profile else {
      Issue.record("no resource")
      return
    }
    let profile = resource.members.profile(in: ["id": "80351110224678912", "avatar": "a_b1c2"])
    #expect(profile?.picture?.text == Self.origin + "/avatars/80351110224678912/a_b1c2.png")
    guard case .resource(let spotify) = try Provider.spotify.relocated(to: Endpoint(Self.origin)).profile else {
      Issue.record("no resource")
      return
    }
    #expect(spotify.members.picture == "images.0.url")
  }

  @Test(arguments: [
    GitHubHost.gitHubDotCom, try GitHubHost(enterprise: "octo.ghe.com"),
    try GitHubHost(enterprise: "git.example.com:8443"),
  ])
  func `A relocated GitHub host is the host of the relocated provider`(_ host: GitHubHost) throws {
    let moved = try host.relocated(to: Endpoint(Self.origin + "/ignored?also=this"))
    let origin = try Endpoint(Self.origin)
    #expect(try Provider.gitHub(moved) == Provider.gitHub(host).relocated(to: origin))
    #expect(try Provider.gitHubApp(moved) == Provider.gitHubApp(host).relocated(to: origin))
    #expect(moved.web.origin == Self.origin && moved.api.origin == Self.origin)
    #expect(moved.userEndpoint.origin == Self.origin)
    // The stand-in's tokens are never those of GitHub's account.
    let logins = [host, moved].map { ProviderServer.known($0.metadata).accountProvider }
    #expect(Set(logins).count == 2)
  }

  @Test func `The pages of a sign-out that revoked nothing move too`() throws {
    let entra = try Provider.entra.relocated(to: Endpoint(Self.origin))
    #expect(
      entra.remainingAccess.place == "\(Self.origin)/consent/Manage (personal account) or \(Self.origin)")
  }
}
