internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import OAuthSessions

/// The error for a request to a token endpoint from old metadata. No request goes there before
/// discovery is repeated.
struct StaleMetadata: Error {
  /// Returns whether old metadata is the cause of an error.
  static func isCause(of error: any Error) -> Bool {
    if case TokenSessionError.refused(let cause) = error { return cause is StaleMetadata }
    return error is StaleMetadata
  }
}

/// A transport that rejects requests to a token endpoint that may have moved, and sends all others.
struct StaleMetadataTransport: HTTPTransport {
  let transport: any HTTPTransport
  let metadata: AuthorizationServerMetadata

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let endpoints = [metadata.tokenEndpoint] + metadata.mtlsEndpointAliases.values
    guard !endpoints.contains(where: { $0.request(.post).isFor(request) }) else { throw StaleMetadata() }
    return try await transport.send(request, body: body, limits: limits)
  }
}

extension HTTPRequest {
  /// Returns whether both requests have the same method and URL.
  fileprivate func isFor(_ other: HTTPRequest) -> Bool {
    method == other.method && scheme == other.scheme && authority == other.authority && path == other.path
  }
}
