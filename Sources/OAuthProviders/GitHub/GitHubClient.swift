#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
public import OAuthCore

/// Asks GitHub's API with one token.
///
/// ``GitHubAuthService`` makes one for each new token, to see whether GitHub takes it and whose it is. For everything later use
/// ``GitHubAuthService/session(for:)``, which refreshes tokens that expire.
public struct GitHubClient: Sendable {
  private let token: Secret
  private let host: GitHubHost
  private let transport: any HTTPTransport
  private let limits: HTTPLimits
  private let clock: WallClock

  /// Makes a client; it asks nobody yet.
  ///
  /// - Parameters:
  ///   - token: an access token. It goes to the host's API and nowhere else.
  ///   - host: which GitHub.
  ///   - transport: what moves requests.
  ///   - limits: the time and size that one exchange may take.
  ///   - clock: what time it is; tests pass their own.
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

  /// What GitHub wants in every request to its API besides a token and a `User-Agent`.
  static let fields = ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"]

  /// Whose token it is (`GET /user`). Any token may ask, whatever its scope.
  ///
  /// - Throws: ``GitHubAPIError``: ``GitHubAPIError/unauthorized`` for a token that isn't good any more.
  public func user() async throws(GitHubAPIError) -> GitHubUser {
    var request = host.userEndpoint.request(.get)
    for (name, value) in Self.fields {
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
    guard var members = (try? JSONValue(octets: answer.body))?.object else { throw .malformed }
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
