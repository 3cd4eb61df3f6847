public import HTTPTypes
package import OAuthCore

extension AuthorizationServer {
  /// The names of all addresses that an authorization server may answer at, for whoever counts requests.
  public static var endpointNames: [String] { Route.allCases.map(\.rawValue) }

  /// Which address a request is for: one of ``endpointNames``, or `nil` if there is nothing at it. It holds nothing of the request.
  ///
  /// - Parameter request: its path alone decides, whatever the method.
  public func endpointName(for request: HTTPRequest) -> String? {
    parts.routes.route(at: RequestTarget(request).path)?.rawValue
  }

  /// An answer that somebody made in the server's place, as pages of other origins may read it if they may read the server's own.
  ///
  /// - Parameters:
  ///   - answer: what `FaultyServer` of `OAuthTestSupport` made up, for example.
  ///   - request: what it is the answer to.
  package func readable(_ answer: HTTPAnswer, to request: HTTPRequest) -> HTTPAnswer {
    guard let route = parts.routes.route(at: RequestTarget(request).path),
      let origin = CrossOriginRequest(request, to: route)
    else { return answer }
    return origin.readable(answer)
  }
}
