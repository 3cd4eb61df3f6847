internal import HTTPTypes
internal import OAuthCore

/// The addresses that the server answers at.
enum Route: String, Sendable, CaseIterable {
  case metadata, authorization, decision, token, userInfo, revocation, introspection, keySet
  case deviceAuthorization, device, deviceLink
  case pushedRequest, logout, logoutDecision
  case registration, clientConfiguration, openAPI

  /// Finds the address, octet for octet: what is spelled otherwise is another address.
  /// - Parameter stores: what has no store has no address.
  init?(path: String, _ configuration: AuthorizationServerConfiguration, _ stores: ServerStores) {
    typealias Path = AuthorizationServerConfiguration.Path
    if configuration.metadataPaths.contains(path) {
      self = .metadata
      return
    }
    let prefix = configuration.issuer.pathPrefix
    guard path.hasPrefix(prefix) else { return nil }
    switch path.dropFirst(prefix.count) {
    case Path.authorize[...]: self = .authorization
    case Path.decision[...]: self = .decision
    case Path.token[...]: self = .token
    case Path.userInfo[...]: self = .userInfo
    case Path.revoke[...]: self = .revocation
    case Path.introspect[...]: self = .introspection
    case Path.deviceAuthorization[...] where stores.deviceCodes != nil: self = .deviceAuthorization
    case Path.device[...] where stores.deviceCodes != nil: self = .device
    case Path.deviceLink[...] where stores.deviceCodes != nil: self = .deviceLink
    case Path.pushedRequest[...] where stores.pushedRequests != nil: self = .pushedRequest
    case Path.logout[...] where stores.sessions != nil: self = .logout
    case Path.logoutDecision[...] where stores.sessions != nil: self = .logoutDecision
    case Path.keySet[...] where configuration.keys != nil: self = .keySet
    case Path.openAPI[...]: self = .openAPI
    case let path where configuration.takesRegistrations(stores) && path.hasPrefix(Path.registration):
      self = path == Path.registration ? .registration : .clientConfiguration
      guard self == .registration || path.hasPrefix(Path.registration + "/") else { return nil }
    default: return nil
    }
  }

  /// The methods that the address takes, in the order that `Allow` lists them.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .metadata, .keySet, .deviceLink, .openAPI: [.get, .head]
    case .authorization, .userInfo, .device, .logout: [.get, .head, .post]
    case .decision, .logoutDecision, .token, .revocation, .introspection, .deviceAuthorization, .pushedRequest,
      .registration:
      [.post]
    case .clientConfiguration: [.get, .head, .put, .delete]
    }
  }

  /// Whether a person's browser comes here, so that errors are pages.
  var isForPeople: Bool {
    switch self {
    case .authorization, .decision, .device, .deviceLink, .logout, .logoutDecision: true
    default: false
    }
  }

  /// What clients' own requests are called, where errors have the form of RFC 6749 §5.2; `nil` for the other addresses.
  var clientRequest: (name: String, rule: String)? {
    switch self {
    case .token: ("token requests", "RFC 6749 section 3.2")
    case .revocation: ("revocation requests", "RFC 7009 section 2.1")
    case .introspection: ("introspection requests", "RFC 7662 section 2.1")
    case .deviceAuthorization: ("device authorization requests", "RFC 8628 section 3.1")
    case .pushedRequest: ("pushed authorization requests", "RFC 9126 section 2.1")
    case .registration: ("client registration requests", "RFC 7591 section 3.1")
    case .metadata, .keySet, .openAPI, .authorization, .decision, .userInfo, .device, .deviceLink, .logout,
      .logoutDecision, .clientConfiguration:
      nil
    }
  }
}
