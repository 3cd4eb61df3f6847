internal import FoundationBasics
internal import HTTPTypes
public import OAuthCore
public import OAuthProviders

/// A client for GitHub's API with one access token.
///
/// ``GitHubAuthService`` creates one for each new token, to check that GitHub accepts the token and
/// to read its user. For later requests use ``GitHubAuthService/session(for:)``, which refreshes
/// expiring tokens.
public struct GitHubClient: Sendable {
  private let token: Secret
  private let host: GitHubHost
  private let transport: any HTTPTransport
  private let limits: HTTPLimits
  private let clock: WallClock

  /// Creates a client. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - token: An access token. It is sent only to the host's API.
  ///   - host: The GitHub host. Default: github.com.
  ///   - transport: Sends HTTP requests.
  ///   - limits: The limits on the duration and size of one HTTP exchange.
  ///   - clock: The wall clock. Default: the system's.
  public init(
    token: Secret, host: GitHubHost = .gitHubDotCom, through transport: any HTTPTransport,
    limits: HTTPLimits = HTTPLimits(), clock: WallClock = .system
  ) {
    self.token = token
    self.host = host
    self.transport = transport
    self.limits = limits
    self.clock = clock
  }

  /// Creates a client with a token that isn't a `Secret` yet. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - token: An access token. It is sent only to the host's API.
  ///   - host: The GitHub host. Default: github.com.
  ///   - transport: Sends HTTP requests.
  public init(token: String, host: GitHubHost = .gitHubDotCom, through transport: any HTTPTransport) {
    self.init(token: Secret(token), host: host, through: transport)
  }

  /// Requests the token's user (`GET /user`). No scope is needed.
  ///
  /// - Returns: The user.
  /// - Throws: ``GitHubAPIError``; ``GitHubAPIError/unauthorized`` for a token that is expired or
  ///   revoked.
  public func user() async throws(GitHubAPIError) -> GitHubUser {
    try user(in: try await answer())
  }

  /// Asks GitHub whether it accepts the token, and returns the token's user and scope.
  ///
  /// The scope is that of the token today: it is in the answer's `X-OAuth-Scopes`. GitHub names none
  /// for the tokens of GitHub Apps.
  ///
  /// - Returns: The user, and the scope if GitHub named one. The expiration time is unknown.
  /// - Throws: ``GitHubAPIError``; ``GitHubAPIError/unauthorized`` for a token that is expired or
  ///   revoked.
  public func validateToken() async throws(GitHubAPIError) -> GHAuthInfo {
    let answer = try await answer()
    let scopes = HTTPField.Name("X-OAuth-Scopes").flatMap { answer.response.headerFields[$0] }
    return GHAuthInfo(try user(in: answer), scope: scopes.flatMap { try? Scope(answer: $0.replacing(", ", with: ",")) })
  }

  /// Sends `GET /user`, and returns the answer if its status is 200.
  private func answer() async throws(GitHubAPIError) -> HTTPAnswer {
    var request = host.userEndpoint.request(.get)
    for (name, value) in GitHubHost.fields {
      if let name = HTTPField.Name(name) { request.headerFields[name] = value }
    }
    request.headerFields[.authorization] = "Bearer " + token.reveal()
    request.headerFields[.userAgent] = "Pixy"
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(request, body: [], limits: limits)
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .network((error as? HTTPTransportError)?.kind)
    }
    guard answer.response.status == .ok else { throw GitHubAPIError(refusal: answer, at: clock.now()) }
    return answer
  }

  private func user(in answer: HTTPAnswer) throws(GitHubAPIError) -> GitHubUser {
    guard var members = (try? JSONValue(bytes: answer.json))?.object else { throw .malformed }
    let picture = members["avatar_url"]?.string.flatMap { try? Endpoint($0) }
    members["avatar_url"] = picture?.picture(saidBy: host.api).map { .string($0.text) }
    guard let user = GitHubUser(members) else { throw .malformed }
    return user
  }
}

extension GitHubClient: Redacted {
  /// The API's address.
  public var description: String { "GitHubClient(\(host.api))" }
}
