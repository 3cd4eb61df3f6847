import Foundation
internal import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
internal import OAuthSessions
import TokenStorage

/// The profile answers of providers. The first byte chooses the provider, the second the status.
enum ProfileTarget {
  private static let token = Secret("gho_45ghiukldjahdnhzdauz")
  private static let statuses: [HTTPResponse.Status] = [.ok, .unauthorized, .forbidden, .tooManyRequests]
  /// The providers with built-in metadata. Google publishes its metadata, so its profile has its
  /// own service here.
  private static let providers: [Provider] = [.gitHub, .spotify, .discord, .slack, .gitLab, .entra]

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let response = HTTPResponse(
      status: statuses[Int(bytes[1]) % statuses.count], headerFields: [.contentType: "application/json"])
    let answer = HTTPAnswer(response, body: Array(bytes.dropFirst(2)))
    if let user = AppleUser(formBody: answer.body) {
      require(user.firstName?.utf8.count ?? 0 <= answer.body.count, "a name comes from the form")
    }
    let way = Int(bytes[0]) % (providers.count + 2)
    let thrown = Awaited<(any Error)?>.value {
      do {
        try await ask(way, FixedTransport(answer: answer))
        return nil
      } catch {
        return error
      }
    }
    guard case .some(.some(let error)) = thrown else { return }
    guard let explained = error as? any ExplainedError else {
      require(false, "every error explains itself: \(type(of: error))")
      return
    }
    requireSafe(explained, hiding: [token])
  }

  private static func ask(_ way: Int, _ transport: FixedTransport) async throws {
    if way == providers.count {
      let user = try await GitHubClient(token: token, through: transport).user()
      requireSafe("\(user)", of: "a user's description")
      require(!user.login.isEmpty, "a login isn't empty")
      if let avatar = user.avatar { requirePicture(avatar) }
      return
    }
    let account = try Account(provider: "provider", name: "ada")
    let store = MemoryTokenStore()
    store.save(StoredTokens(accessToken: token, receivedAt: Date(timeIntervalSince1970: 1_700_000_000)), for: account)
    let profile: Profile
    if way < providers.count {
      let client = ProviderClient(providers[way], id: id(of: providers[way]), through: transport)
      profile = try await client.profile(through: client.session(for: account, in: store))
    } else {
      let client = OAuthClient(
        id: "pixy",
        server: AuthorizationServerMetadata(
          authorizationEndpoint: nil, tokenEndpoint: try Endpoint("https://oauth2.googleapis.com/token")),
        transport: transport)
      let session = TokenSession(
        account: account, client: client, store: store, origins: [try Endpoint("https://people.googleapis.com")])
      profile = try await GoogleProfileService(session: session).profile()
    }
    require(!profile.id.isEmpty && profile.id.utf8.count <= 255, "a profile has an ID that can be stored")
    requireSafe(profile.id, of: "an ID")
    requireSafe("\(profile)", of: "a profile's description")
    if let picture = profile.picture { requirePicture(picture) }
  }

  private static func requirePicture(_ address: Endpoint) {
    require(address.text.lowercased().hasPrefix("https://"), "a picture is at an https address")
  }

  private static func id(of provider: Provider) -> String {
    switch provider.id {
    case "discord": "157730590492196865"
    case "entra": "6731de76-14a6-49ae-97bc-6eba6914391e"
    default: "a1b2c3d4e5f60718293a4b5c6d7e8f90"
    }
  }
}
