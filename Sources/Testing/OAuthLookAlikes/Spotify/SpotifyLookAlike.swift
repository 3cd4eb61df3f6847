internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer
internal import Synchronization

/// The look-alike of Spotify. The path of a request decides which of Spotify's endpoints answers.
struct SpotifyLookAlike: LookAlikeSite {
  enum Origin {
    static let accounts = "https://accounts.spotify.com"
    static let api = "https://api.spotify.com"
    static let pictures = "https://i.scdn.co"
    static let all = [accounts, api, pictures]
  }

  private static let scopes = [
    "user-read-private", "user-read-email", "user-library-read", "user-library-modify", "user-follow-read",
    "user-follow-modify", "user-top-read", "user-read-recently-played", "user-read-playback-state",
    "user-modify-playback-state", "user-read-currently-playing", "user-read-playback-position",
    "playlist-read-private", "playlist-read-collaborative", "playlist-modify-private", "playlist-modify-public",
    "ugc-image-upload", "streaming", "app-remote-control",
  ]

  var server: LookAlikeServer
  /// The grants that used PKCE. Their refresh requests need no secret.
  let provedByKey = ProvedByKey()

  init(_ parts: LookAlikeParts) throws {
    server = try LookAlikeServer(
      parts, issuer: Issuer(parts.address.text(Origin.accounts, "")), scopes: Scope(Self.scopes), codeChallenges: .s256)
  }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    switch (request.method, request.pathAlone) {
    case (.get, "/authorize"), (.head, "/authorize"): await answerAuthorization(request, body)
    case (.post, "/authorize/decision"): await answerDecision(request, body)
    case (.post, "/api/token"): await answerToken(request, body)
    case (.get, "/v1/me"): await answerProfile(request)
    case (.get, "/image/\(server.user.id)") where server.user.hasPicture: UserPicture.answer
    default: .nothing
    }
  }
}

/// The grants that were issued to a client with PKCE.
final class ProvedByKey: Sendable {
  private let grants = Mutex<Set<GrantID>>([])

  func insert(_ grant: GrantID) {
    grants.withLock { _ = $0.insert(grant) }
  }

  func contains(_ grant: GrantID) -> Bool {
    grants.withLock { $0.contains(grant) }
  }
}

extension SpotifyLookAlike: AuthorizationRules {
  var callbackIssuer: String? { nil }

  func admit(_ parameters: FormParameters, of client: LookAlikeClient) -> Admission {
    guard let redirectURI = try? RedirectURI(parameters.first("redirect_uri") ?? "") else {
      return .admitted(parameters, nil)
    }
    guard redirectURI.parts.host != "localhost" else {
      return refused("redirect_uri: localhost is not allowed. Use http://127.0.0.1 or http://[::1].")
    }
    guard client.redirectURIs.contains(where: { Self.covers($0, redirectURI) }) else {
      return refused("redirect_uri: not registered for this application.")
    }
    return .admitted(parameters, redirectURI)
  }

  func gave(code: Secret, for parameters: FormParameters) async {}

  /// Returns whether a registered redirect URI covers the request's. Only a loopback URI that was
  /// registered without a port covers every port.
  private static func covers(_ registeredURI: RedirectURI, _ sentURI: RedirectURI) -> Bool {
    registeredURI.text == sentURI.text || (registeredURI.parts.port == nil && registeredURI.matches(sentURI))
  }

  private func refused(_ detail: String) -> Admission {
    .answered(
      server.inner.errorPage(
        .own(
          title: "This sign-in link does not work",
          explanation: "You did nothing wrong, and nothing was allowed. Please tell the application's developer.",
          detail: detail)))
  }
}
