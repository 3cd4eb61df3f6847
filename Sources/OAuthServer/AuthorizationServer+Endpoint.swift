public import HTTPTypes

extension AuthorizationServer {
  /// The names of all addresses that an authorization server may answer at, for whoever counts requests.
  public static var endpointNames: [String] { Route.allCases.map(\.rawValue) }

  /// Which address a request is for: one of ``endpointNames``, or `nil` if there is nothing at it. It holds nothing of the request.
  ///
  /// - Parameter request: its path alone decides, whatever the method.
  public func endpointName(for request: HTTPRequest) -> String? {
    parts.routes.route(at: RequestTarget(request).path)?.rawValue
  }
}
