internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyAuth
internal import PixyConnection

/// The authorization servers of a protected resource, as its metadata names them at the moment (RFC
/// 9728 §2, `authorization_servers`).
enum ResourceIssuers: Sendable {
  /// The resource names these.
  case named([Issuer])
  /// The resource publishes no metadata that may be used (RFC 9728 §3.3), or it names no server.
  case unpublished
  /// The metadata can't be read at the moment.
  case unread(any Error)

  /// The limits of one exchange. A server may answer a GET request with a stream that doesn't end.
  private static let limits = HTTPLimits(timeout: .seconds(10))

  /// Reads the metadata of the resource behind a URL: at the address of the challenge, otherwise at the
  /// well-known locations (MCP 2026-07-28, Protected Resource Metadata Discovery Requirements).
  ///
  /// - Parameters:
  ///   - url: The URL that requests go to.
  ///   - challenge: The challenge of a rejected request; `nil` to send requests without a token.
  ///   - transport: The HTTP transport.
  /// - Throws: `CancellationError`.
  static func read(
    of url: Endpoint, challengedBy challenge: ResourceChallenge? = nil, through transport: any HTTPTransport
  ) async throws -> ResourceIssuers {
    do {
      let metadata = try await ProtectedResourceMetadata.serving(
        url, challengedBy: challenge, through: transport, limits: limits)
      return metadata.authorizationServers.isEmpty ? .unpublished : .named(metadata.authorizationServers)
    } catch is CancellationError {
      throw CancellationError()
    } catch let error as ProtectedResourceError where error.category != .temporary {
      return .unpublished
    } catch {
      return .unread(error)
    }
  }
}

extension StoredAccount {
  /// The issuer of the account's authorization server; `nil` if it is unknown.
  var issuer: Issuer? {
    if let text = record.metadata?["issuer"]?.string ?? record.server.issuer { return try? Issuer(text) }
    guard record.server.isNamedProvider else { return nil }
    return (try? record.server.provider()).flatMap { try? Issuer($0.server.accountProvider) }
  }

  /// Returns whether the account's authorization server is one of these.
  func isFrom(_ issuers: [Issuer]) -> Bool {
    guard let issuer else { return false }
    return issuers.contains { $0.isSame(as: issuer) }
  }

  /// Returns whether one of the account's resources (RFC 8707) contains a URL.
  func isFor(_ target: Endpoint) -> Bool {
    record.resources.contains { (try? Endpoint($0))?.contains(target) ?? false }
  }
}
