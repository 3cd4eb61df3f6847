internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer
internal import Synchronization

/// GitHub: all its addresses, found by their paths.
struct GitHubLookAlike: LookAlikeSite {
  enum Origin {
    static let web = "https://github.com"
    static let api = "https://api.github.com"
    static let pictures = "https://avatars.githubusercontent.com"
    static let all = [web, api, pictures]
  }

  static let accessPrefixes = ["gho_", "ghu_"]
  static let refreshPrefix = "ghr_"

  /// Those that GitHub's documentation lists for OAuth Apps and that programs ask for to sign somebody in.
  private static let scopes = [
    "user", "read:user", "user:email", "user:follow", "repo", "repo:status", "repo_deployment", "public_repo",
    "repo:invite", "security_events", "admin:repo_hook", "write:repo_hook", "read:repo_hook", "admin:org", "write:org",
    "read:org", "admin:public_key", "write:public_key", "read:public_key", "admin:org_hook", "gist", "notifications",
    "project", "read:project", "delete_repo", "write:packages", "read:packages", "delete:packages", "admin:gpg_key",
    "write:gpg_key", "read:gpg_key", "codespace", "workflow", "read:audit_log", "offline_access",
  ]

  var server: LookAlikeServer
  let known: Scope
  /// What belongs to sign-ins on devices.
  let devices = DeviceMemory()

  init(_ parts: LookAlikeParts) throws {
    known = try Scope(Self.scopes)
    let issuer = try Issuer(parts.address.text(Origin.web, "/login/oauth"))
    server = try LookAlikeServer(parts, issuer: issuer, scopes: known, codeChallenges: .s256)
  }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    switch (request.method, request.pathAlone) {
    case (.get, "/login/oauth/authorize"), (.head, "/login/oauth/authorize"):
      await answerAuthorization(request, body)
    case (.post, "/login/oauth/authorize/decision"):
      await answerDecision(request, body)
    case (.post, "/login/oauth/access_token"):
      await answerToken(request, body)
    case (.post, "/login/device/code"):
      await answerDeviceCode(request, body)
    case (_, "/login/device"), (_, "/login/oauth/device"):
      await server.ask(
        server.inner.configuration.deviceVerificationEndpoint, request, query: request.query, body: body)
    case (.get, "/.well-known/oauth-authorization-server/login/oauth"),
      (.get, "/login/oauth/.well-known/openid-configuration"):
      .reply(.object(metadata))
    case (.get, "/u/\(server.person.id)") where server.person.hasPicture:
      PersonPicture.answer
    default:
      await answerAPI(request, body)
    }
  }

  /// What GitHub says about itself, in public preview.
  private var metadata: [String: JSONValue] {
    func address(_ path: String) -> JSONValue { .string(server.address.text(Origin.web, path)) }
    return [
      "issuer": address("/login/oauth"), "authorization_endpoint": address("/login/oauth/authorize"),
      "token_endpoint": address("/login/oauth/access_token"),
      "device_authorization_endpoint": address("/login/device/code"), "response_types_supported": ["code"],
      "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true,
      "scopes_supported": ["offline_access"],
    ]
  }
}

/// What the server inside doesn't remember about sign-ins on devices.
final class DeviceMemory: Sendable {
  private let intervals = Mutex<[SecretHash: Int64]>([:])
  private let grants = Mutex<Set<GrantID>>([])

  /// The interval after another `slow_down`, in seconds.
  func slowedDown(_ deviceCode: String) -> Int64 {
    intervals.withLock { all in
      let interval = all[SecretHash(of: Secret(deviceCode)), default: 5] + 5
      all[SecretHash(of: Secret(deviceCode))] = interval
      return interval
    }
  }

  /// Remembers that a grant came of a device.
  func insert(_ grant: GrantID) {
    grants.withLock { _ = $0.insert(grant) }
  }

  func contains(_ grant: GrantID) -> Bool {
    grants.withLock { $0.contains(grant) }
  }
}
