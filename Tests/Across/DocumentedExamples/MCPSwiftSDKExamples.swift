import Foundation
import OAuth
import OAuthCore
import OAuthSessions
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the transport of the MCP Swift SDK asks of its authorizer, written down here because this
/// package doesn't depend on the SDK.
protocol HTTPClientAuthorizer: AnyObject, Sendable {
  var maxAuthorizationAttempts: Int { get }
  func validateEndpointSecurity(for endpoint: URL) throws
  func prepareAuthorization(for endpoint: URL, session: URLSession) async throws
  func authorizationHeader(for endpoint: URL) -> String?
  func handleChallenge(
    statusCode: Int, headers: [String: String], endpoint: URL, operationKey: String?, session: URLSession
  ) async throws -> Bool
}

/// Gives the transport of the MCP Swift SDK the access tokens of a session.
final class SessionAuthorizer: HTTPClientAuthorizer {
  let maxAuthorizationAttempts = 2
  private let tokens: TokenSession
  private let server: Endpoint
  private let token = Mutex<Secret?>(nil)

  init(_ tokens: TokenSession, for server: Endpoint) {
    self.tokens = tokens
    self.server = server
  }

  func validateEndpointSecurity(for endpoint: URL) throws {
    // The token is for one server only.
    guard try Endpoint(endpoint.absoluteString) == server else { throw URLError(.unsupportedURL) }
  }

  func prepareAuthorization(for endpoint: URL, session: URLSession) async throws {
    let valid = try await tokens.accessToken(validFor: .seconds(30))
    token.withLock { $0 = valid }
  }

  func authorizationHeader(for endpoint: URL) -> String? {
    token.withLock { $0 }.map { "Bearer " + $0.reveal() }
  }

  func handleChallenge(
    statusCode: Int, headers: [String: String], endpoint: URL, operationKey: String?, session: URLSession
  ) async throws -> Bool {
    guard statusCode == 401 else { return false }
    let rejected = token.withLock { $0 }
    let valid =
      if let rejected { try await tokens.accessToken(insteadOf: rejected) } else { try await tokens.accessToken() }
    token.withLock { $0 = valid }
    return true
  }
}
