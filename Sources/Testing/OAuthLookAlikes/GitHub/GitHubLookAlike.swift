internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer
internal import Synchronization

/// The look-alike of GitHub. The path of a request decides which of GitHub's endpoints answers.
struct GitHubLookAlike: LookAlikeSite {
  enum Origin {
    static let web = "https://github.com"
    static let api = "https://api.github.com"
    static let pictures = "https://avatars.githubusercontent.com"
    static let all = [web, api, pictures]
  }

  static let accessPrefixes = ["gho_", "ghu_"]
  static let refreshPrefix = "ghr_"

  /// The scopes that GitHub documents for OAuth Apps and that applications request for a sign-in.
  private static let scopes = [
    "user", "read:user", "user:email", "user:follow", "repo", "repo:status", "repo_deployment", "public_repo",
    "repo:invite", "security_events", "admin:repo_hook", "write:repo_hook", "read:repo_hook", "admin:org", "write:org",
    "read:org", "admin:public_key", "write:public_key", "read:public_key", "admin:org_hook", "gist", "notifications",
    "project", "read:project", "delete_repo", "write:packages", "read:packages", "delete:packages", "admin:gpg_key",
    "write:gpg_key", "read:gpg_key", "codespace", "workflow", "read:audit_log", "offline_access",
  ]

  var server: LookAlikeServer
  let knownScope: Scope
  /// The state of sign-ins on devices.
  let devices = DeviceMemory()

  init(_ parts: LookAlikeParts) throws {
    knownScope = try Scope(Self.scopes)
    let issuer = try Issuer(parts.address.text(Origin.web, "/login/oauth"))
    server = try LookAlikeServer(parts, issuer: issuer, scopes: knownScope, codeChallenges: .s256)
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
    case (.get, "/u/\(server.user.id)") where server.user.hasPicture:
      UserPicture.answer
    default:
      await answerAPI(request, body)
    }
  }

  /// GitHub's metadata document, which is in public preview.
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

/// The state of device sign-ins that the inner server doesn't store.
final class DeviceMemory: Sendable {
  private let intervals = Mutex<[SecretHash: Int64]>([:])
  private let grants = Mutex<Set<GrantID>>([])

  /// Adds 5 seconds to the device's polling interval and returns it, in seconds (RFC 8628 §3.5).
  func slowedDown(_ deviceCode: String) -> Int64 {
    intervals.withLock { all in
      let interval = all[SecretHash(of: Secret(deviceCode)), default: 5] + 5
      all[SecretHash(of: Secret(deviceCode))] = interval
      return interval
    }
  }

  /// Records that a grant was issued to a device.
  func insert(_ grant: GrantID) {
    grants.withLock { _ = $0.insert(grant) }
  }

  func contains(_ grant: GrantID) -> Bool {
    grants.withLock { $0.contains(grant) }
  }
}
