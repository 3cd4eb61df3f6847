internal import OAuthCore

/// Which address is at which path.
struct RouteTable: Sendable {
  private let routes: [String: Route]
  /// What paths of clients that registered themselves begin with; nil if none can.
  private let registeredClients: String?

  /// - Parameter stores: what has no store has no address.
  init(_ configuration: AuthorizationServerConfiguration, _ stores: ServerStores) {
    typealias Path = AuthorizationServerConfiguration.Path
    var below: [String: Route] = [
      Path.authorize: .authorization, Path.decision: .decision, Path.token: .token, Path.userInfo: .userInfo,
      Path.revoke: .revocation, Path.introspect: .introspection, Path.openAPI: .openAPI,
    ]
    if stores.deviceCodes != nil {
      below[Path.deviceAuthorization] = .deviceAuthorization
      below[Path.device] = .device
      below[Path.deviceLink] = .deviceLink
    }
    if stores.pushedRequests != nil { below[Path.pushedRequest] = .pushedRequest }
    if stores.sessions != nil {
      below[Path.logout] = .logout
      below[Path.logoutDecision] = .logoutDecision
    }
    if configuration.keys != nil { below[Path.keySet] = .keySet }
    let prefix = configuration.issuer.pathPrefix
    let takesRegistrations = configuration.takesRegistrations(stores)
    if takesRegistrations { below[Path.registration] = .registration }
    registeredClients = takesRegistrations ? prefix + Path.registration + "/" : nil
    var routes = Dictionary(uniqueKeysWithValues: below.map { (prefix + $0.key, $0.value) })
    for path in configuration.metadataPaths { routes[path] = .metadata }
    self.routes = routes
  }

  /// Finds the address, octet for octet: what is spelled otherwise is another address.
  func route(at path: String) -> Route? {
    if let route = routes[path] { return route }
    guard let registeredClients, path.hasPrefix(registeredClients) else { return nil }
    return .clientConfiguration
  }
}
