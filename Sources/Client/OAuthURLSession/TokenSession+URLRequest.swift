public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif
internal import HTTPTypes
public import OAuthCore
public import OAuthSessions

extension TokenSession {
  /// Sends a request with an access token and returns the whole response, as `URLSession.data(for:)`
  /// does.
  ///
  /// The session's own transport sends the request; `send(_:body:limits:)` describes how a rejected
  /// token is replaced. Of the request count the URL, the method, the header fields and `httpBody`.
  /// Redirects aren't followed.
  ///
  /// - Parameters:
  ///   - request: A request to one of the session's origins. Its `Authorization` field is replaced.
  ///   - limits: The limits of time and size, for each exchange with the resource. Default: the
  ///     client's, which suit small responses: raise `answerBytes` for downloads.
  /// - Returns: The body and the head of the response, whatever its status. Repeated header fields
  ///   are joined by commas.
  /// - Throws: The errors of `send(_:body:limits:)`; `URIError` if the URL isn't an https address;
  ///   `HTTPTransportError` of the kind `invalidRequest` for an invalid method or field, or a body
  ///   that is a stream.
  public nonisolated func data(
    for request: URLRequest, limits: HTTPLimits? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    let head = try HTTPRequest(request)
    let answer = try await send(head, body: request.httpBody.map { Array($0) } ?? [], limits: limits)
    guard let url = request.url, let response = HTTPURLResponse(answer.response, from: url) else {
      throw HTTPTransportError(.brokenAnswer, origin: head.origin)
    }
    return (Data(answer.body), response)
  }

  /// Adds an access token to a request that your own `URLSession` sends, and a proof of possession
  /// if the token is bound to a key (RFC 9449 §7.1).
  ///
  /// Call it for each request. ``data(for:limits:)`` also handles a 401 response.
  ///
  /// - Parameters:
  ///   - request: A request to one of the session's origins. Its `Authorization` field is replaced.
  ///   - need: The time that the token must stay valid. Default: 0.
  /// - Returns: The request with its token.
  /// - Throws: The errors of `authorize(_:validFor:)` for an `HTTPRequest`; `URIError` if the URL
  ///   isn't an https address; `HTTPTransportError` of the kind `invalidRequest` for an invalid
  ///   method or field.
  public nonisolated func authorize(
    _ request: URLRequest, validFor need: Duration = .zero
  ) async throws -> URLRequest {
    let head = try await authorize(HTTPRequest(request), validFor: need)
    var authorizedRequest = request
    for name in [HTTPField.Name.authorization, .dpop] {
      authorizedRequest.setValue(head.headerFields[name], forHTTPHeaderField: name.rawName)
    }
    return authorizedRequest
  }
}

extension HTTPRequest {
  /// The scheme, host and port, for errors.
  fileprivate var origin: String { "\(scheme ?? "?")://\(authority ?? "?")" }

  /// Reads the head of a request.
  ///
  /// - Throws: `URIError`; `HTTPTransportError`.
  fileprivate init(_ request: URLRequest) throws {
    guard let url = request.url else { throw URIError.notAbsolute }
    let endpoint = try Endpoint(url)
    guard request.httpBodyStream == nil, let method = HTTPRequest.Method(request.httpMethod ?? "GET") else {
      throw HTTPTransportError(.invalidRequest, origin: endpoint.origin)
    }
    self = endpoint.request(method)
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      guard let name = HTTPField.Name(name) else {
        throw HTTPTransportError(.invalidRequest, origin: endpoint.origin)
      }
      headerFields.append(HTTPField(name: name, value: value))
    }
  }
}

extension HTTPURLResponse {
  fileprivate convenience init?(_ response: HTTPResponse, from url: URL) {
    var fields: [String: String] = [:]
    for field in response.headerFields {
      fields[field.name.rawName] = response.headerFields[field.name]
    }
    self.init(url: url, statusCode: response.status.code, httpVersion: nil, headerFields: fields)
  }
}
