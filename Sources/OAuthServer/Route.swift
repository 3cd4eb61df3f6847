internal import HTTPTypes
internal import OAuthCore

/// The addresses that the server answers at.
enum Route: String, Sendable {
  case metadata, authorization, decision, token, userInfo, revocation, keySet
  case deviceAuthorization, device, deviceLink

  /// Finds the address, octet for octet: what is spelled otherwise is another address.
  /// - Parameter hasDeviceGrant: whether the addresses of the device grant are there.
  init?(path: String, _ configuration: AuthorizationServerConfiguration, hasDeviceGrant: Bool) {
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
    case Path.deviceLink[...] where hasDeviceGrant: self = .deviceLink
    case Path.keySet[...] where configuration.idTokenKeys != nil: self = .keySet
    default: return nil
    }
  }

  /// The methods that the address takes, in the order that `Allow` lists them.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .metadata, .keySet, .deviceLink: [.get, .head]
    case .authorization, .userInfo, .device: [.get, .head, .post]
    case .decision, .token, .revocation, .deviceAuthorization: [.post]
    }
  }

  /// Whether a person's browser comes here, so that errors are pages.
  var isForPeople: Bool {
    self == .authorization || self == .decision || self == .device || self == .deviceLink
  }

  /// What clients' own requests are called, where errors have the form of RFC 6749 §5.2; `nil` for the other addresses.
  var clientRequest: (name: String, rule: String)? {
    switch self {
    case .token: ("token requests", "RFC 6749 section 3.2")
    case .revocation: ("revocation requests", "RFC 7009 section 2.1")
    case .deviceAuthorization: ("device authorization requests", "RFC 8628 section 3.1")
    case .metadata, .keySet, .authorization, .decision, .userInfo, .device, .deviceLink: nil
    }
  }
}
