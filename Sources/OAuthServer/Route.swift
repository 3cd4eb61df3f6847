internal import HTTPTypes
internal import OAuthCore

/// The addresses that the server answers at.
enum Route: String, Sendable, CaseIterable {
  case metadata, authorization, decision, token, userInfo, revocation, keySet
  case deviceAuthorization, device
  case registration, clientConfiguration, openAPI

  /// Finds the address, octet for octet: what is spelled otherwise is another address.
  /// - Parameters:
  ///   - hasDeviceGrant: whether the addresses of the device grant are there.
  ///   - hasRegistration: whether clients can register themselves.
  init?(
    path: String, _ configuration: AuthorizationServerConfiguration, hasDeviceGrant: Bool, hasRegistration: Bool
  ) {
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
    case Path.deviceAuthorization[...] where hasDeviceGrant: self = .deviceAuthorization
    case Path.device[...] where hasDeviceGrant: self = .device
    case Path.keySet[...] where configuration.keys != nil: self = .keySet
    case Path.openAPI[...]: self = .openAPI
    case Path.registration[...] where hasRegistration: self = .registration
    case let path where hasRegistration && path.hasPrefix(Path.registration + "/"): self = .clientConfiguration
    default: return nil
    }
  }

  /// The methods that the address takes, in the order that `Allow` lists them.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .metadata, .keySet, .openAPI: [.get, .head]
    case .authorization, .userInfo, .device: [.get, .head, .post]
    case .decision, .token, .revocation, .deviceAuthorization, .registration: [.post]
    case .clientConfiguration: [.get, .head, .put, .delete]
    }
  }

  /// Whether a person's browser comes here, so that errors are pages.
  var isForPeople: Bool {
    self == .authorization || self == .decision || self == .device
  }

  /// What clients' own requests are called, where errors have the form of RFC 6749 §5.2; `nil` for the other addresses.
  var clientRequest: (name: String, rule: String)? {
    switch self {
    case .token: ("token requests", "RFC 6749 section 3.2")
    case .revocation: ("revocation requests", "RFC 7009 section 2.1")
    case .deviceAuthorization: ("device authorization requests", "RFC 8628 section 3.1")
    case .registration: ("client registration requests", "RFC 7591 section 3.1")
    case .metadata, .keySet, .openAPI, .authorization, .decision, .userInfo, .device, .clientConfiguration: nil
    }
  }
}
