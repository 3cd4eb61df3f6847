internal import HTTPTypes
internal import OAuthCore

/// The addresses that the server answers at.
enum Route: String, Sendable, CaseIterable {
  case metadata, authorization, decision, token, userInfo, revocation, introspection, keySet
  case deviceAuthorization, device, deviceLink
  case pushedRequest, logout, logoutDecision
  case registration, clientConfiguration, openAPI

  /// What stands in a path for the client that it is about.
  static let clientIDInPath = "{client_id}"

  /// Where the address is: of several paths the one that clients are told first.
  func path(_ configuration: AuthorizationServerConfiguration) -> String {
    typealias Path = AuthorizationServerConfiguration.Path
    let path =
      switch self {
      case .metadata: "/.well-known/openid-configuration"
      case .authorization: Path.authorize
      case .decision: Path.decision
      case .token: Path.token
      case .userInfo: Path.userInfo
      case .revocation: Path.revoke
      case .introspection: Path.introspect
      case .deviceAuthorization: Path.deviceAuthorization
      case .device: Path.device
      case .deviceLink: Path.deviceLink
      case .pushedRequest: Path.pushedRequest
      case .logout: Path.logout
      case .logoutDecision: Path.logoutDecision
      case .keySet: Path.keySet
      case .registration: Path.registration
      case .clientConfiguration: Path.registration + "/" + Self.clientIDInPath
      case .openAPI: Path.openAPI
      }
    return configuration.issuer.pathPrefix + path
  }

  /// Whether the server has what the address is for: what has no store has no address.
  func isOffered(_ configuration: AuthorizationServerConfiguration, _ stores: ServerStores) -> Bool {
    switch self {
    case .metadata, .authorization, .decision, .token, .userInfo, .revocation, .introspection, .openAPI: true
    case .pushedRequest: stores.pushedRequests != nil
    case .logout, .logoutDecision: stores.sessions != nil
    case .keySet: configuration.signingKeys != nil
    case .deviceAuthorization, .device, .deviceLink: stores.deviceCodes != nil
    case .registration, .clientConfiguration: configuration.takesRegistrations(stores)
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

  /// Whether pages of other origins may call it by script: clients that run in a browser do. Nothing there goes by cookies. A resource
  /// server's requests come from no browser.
  var isForScripts: Bool {
    switch self {
    case .metadata, .keySet, .openAPI, .token, .userInfo, .revocation, .deviceAuthorization, .pushedRequest,
      .registration,
      .clientConfiguration:
      true
    case .introspection, .authorization, .decision, .device, .deviceLink, .logout, .logoutDecision: false
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
