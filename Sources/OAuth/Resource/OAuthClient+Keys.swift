internal import HTTPTypes
package import JOSE
internal import OAuthCore

extension OAuthClient {
  /// Fetches the keys that the server publishes (RFC 8414 §2, `jwks_uri`).
  ///
  /// - Throws: ``EndpointError`` if the server announces none or doesn't give them; `JSONWebKeySetError` if they can't be
  ///   read; `HTTPTransportError` if no answer came; `CancellationError`.
  package func publishedKeys() async throws -> JSONWebKeySet {
    guard let address = server.jwksURI else { throw EndpointError(.jwks, .notAnnounced) }
    var head = address.request(.get)
    head.headerFields[.accept] = "application/jwk-set+json, application/json"
    head.headerFields[.userAgent] = EndpointRequest.userAgent
    let answer = try await transport.send(head, body: [], limits: limits)
    guard answer.response.status == .ok else {
      throw EndpointError(.jwks, .unexpectedStatus(answer.response.status.code, retryAfter: answer.retryAfter))
    }
    return try JSONWebKeySet(octets: answer.body)
  }
}
