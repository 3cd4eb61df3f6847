#if CLI
internal import Logging
internal import OAuth
internal import OAuthCore

/// One sign-in, told as it goes.
struct Login {
  /// Where the endpoints come from.
  enum Server {
    case discovered(Issuer)
    case known(AuthorizationServerMetadata)
  }

  /// What came of it.
  struct Outcome {
    let tokens: TokenResponse
    let claims: [String: JSONValue]?

    /// The token answer and claims, for programs. It holds the tokens.
    var json: String {
      var members = tokens.additionalMembers
      members["access_token"] = .string(tokens.accessToken.reveal())
      members["token_type"] = .string(tokens.tokenType.rawValue)
      members["refresh_token"] = tokens.refreshToken.map { .string($0.reveal()) }
      members["expires_in"] = tokens.expiresIn.map { .integer($0.components.seconds) }
      members["scope"] = tokens.scope.map { .string($0.parameter) }
      members["userinfo"] = claims.map { .object($0) }
      return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
    }
  }

  let server: Server
  let clientID: String
  let authentication: ClientAuthentication
  let scope: Scope
  let parameters: FormParameters
  let userAgent: any UserAgent
  let refreshes: Bool
  let transport: any HTTPTransport
  let logger: Logger

  func run(saying say: @Sendable (String) -> Void) async throws -> Outcome {
    let metadata =
      switch server {
      case .discovered(let issuer): try await AuthorizationServerMetadata.discover(issuer, through: transport)
      case .known(let metadata): metadata
      }
    let client = OAuthClient(
      id: clientID, authentication: authentication, server: metadata, transport: transport, logger: logger)
    var tokens = try await client.signIn(scope: scope, parameters: parameters, with: userAgent)
    say("Signed in. \(Self.summary(of: tokens))")

    var claims: [String: JSONValue]?
    if metadata.userInfoEndpoint != nil {
      do {
        claims = try await client.userInfo(tokens.accessToken)
        say("You are \(Self.name(in: claims ?? [:])).")
      } catch let error as ResourceError {
        // The sign-in succeeded; what the token opens is between the person and the server.
        say("The profile could not be read: \(error)")
      }
    }
    if refreshes {
      guard let refreshToken = tokens.refreshToken else { throw LoginError.noRefreshToken }
      let refreshed = try await client.refresh(refreshToken)
      say("Refreshed. \(Self.summary(of: refreshed))")
      tokens = refreshed
    }
    return Outcome(tokens: tokens, claims: claims)
  }

  private static func summary(of tokens: TokenResponse) -> String {
    let life = tokens.expiresIn.map { "lasts \($0.components.seconds) s" } ?? "says nothing about how long it lasts"
    let scope = tokens.scope.map { $0.isEmpty ? "no scope" : "scope \($0)" } ?? "the scope you asked for"
    let refresh = tokens.refreshToken == nil ? "there is no refresh token" : "there is a refresh token"
    return "The access token \(life), has \(scope), and \(refresh)."
  }

  private static func name(in claims: [String: JSONValue]) -> String {
    let subject = claims["sub"]?.string ?? "somebody"
    let name = claims["name"]?.string ?? claims["preferred_username"]?.string ?? claims["email"]?.string
    return UntrustedText(name.map { "\($0) (\(subject))" } ?? subject).description
  }
}

/// Why a login that was asked for more than a token failed.
enum LoginError: Error {
  case noRefreshToken
}

extension LoginError: ExplainedError {
  var code: String { "no_refresh_token" }
  var step: FlowStep { .token }
  var explanation: String { "The server gave no refresh token." }
  var remedy: String { "Some servers give one only for the scope offline_access, or with access_type=offline." }
}
#endif
