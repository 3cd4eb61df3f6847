internal import OAuthCore

/// Which address is at which path.
struct RouteTable: Sendable {
  private let routes: [String: Route]
  /// What paths of clients that registered themselves begin with; nil if none can.
  private let registeredClients: String?

  /// - Parameter stores: what has no store has no address.
  init(_ configuration: AuthorizationServerConfiguration, _ stores: ServerStores) {
    var routes: [String: Route] = [:]
    for route in Route.allCases where route.isOffered(configuration, stores) {
      routes[route.path(configuration)] = route
    }
    // It is at three, of which clients are told one first.
    for path in configuration.metadataPaths { routes[path] = .metadata }
    let template = Route.clientConfiguration.path(configuration)
    registeredClients =
      routes.removeValue(forKey: template).map { _ in String(template.dropLast(Route.clientIDInPath.count)) }
    self.routes = routes
  }

  /// Finds the address, octet for octet: what is spelled otherwise is another address.
  func route(at path: String) -> Route? {
    if let route = routes[path] { return route }
    guard let registeredClients, path.hasPrefix(registeredClients) else { return nil }
    return .clientConfiguration
  }
}
