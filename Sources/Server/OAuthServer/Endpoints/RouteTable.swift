internal import OAuthCore

/// The endpoints of a server by their paths.
struct RouteTable: Sendable {
  /// An endpoint and its description, which is created once.
  struct Route: Sendable {
    let endpoint: any HTTPEndpoint
    let description: EndpointDescription
  }

  /// The endpoints, in the order of the initializer's argument.
  let all: [Route]
  private let exact: [String: Route]
  /// The routes of paths that end with a client's identifier, by the prefix before it.
  private let prefixes: [(prefix: String, route: Route)]

  init(_ endpoints: [any HTTPEndpoint]) {
    all = endpoints.map { Route(endpoint: $0, description: $0.description) }
    var exact: [String: Route] = [:]
    var prefixes: [(prefix: String, route: Route)] = []
    for route in all {
      for path in route.description.paths {
        if path.hasSuffix(EndpointDescription.clientIDPlaceholder) {
          prefixes.append((String(path.dropLast(EndpointDescription.clientIDPlaceholder.count)), route))
        } else {
          exact[path] = route
        }
      }
    }
    self.exact = exact
    self.prefixes = prefixes
  }

  /// Finds the endpoint at a path. Paths are compared byte for byte.
  func route(at path: String) -> Route? {
    exact[path] ?? prefixes.first { path.hasPrefix($0.prefix) }?.route
  }
}
