internal import HTTPTypes
internal import OAuth
internal import OAuthCore

/// The token endpoint is known from metadata that was found too long ago: nothing is sent there before the server was asked again.
struct OldMetadata: Error {
  /// Whether this is why something failed.
  static func isCause(of error: any Error) -> Bool {
    if case TokenSessionError.refused(let cause) = error { return cause is OldMetadata }
    return error is OldMetadata
  }
}

/// A transport that lets everything through but requests to a token endpoint that may have moved.
struct OldMetadataTransport: HTTPTransport {
  let transport: any HTTPTransport
  let metadata: AuthorizationServerMetadata

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let endpoints = [metadata.tokenEndpoint] + metadata.mtlsEndpointAliases.values
    guard !endpoints.contains(where: { $0.request(.post).isFor(request) }) else { throw OldMetadata() }
    return try await transport.send(request, body: body, limits: limits)
  }
}

extension HTTPRequest {
  /// Whether it is of the same method and for the same place.
  fileprivate func isFor(_ other: HTTPRequest) -> Bool {
    method == other.method && scheme == other.scheme && authority == other.authority && path == other.path
  }
}
