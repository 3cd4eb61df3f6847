internal import OAuthCore

extension AuthorizationServer {
  /// What a server with sessions says about itself besides (RP-Initiated Logout §2.1, Back-Channel Logout §2.1, Initiating User
  /// Registration §4.2, OpenID Connect Discovery §3).
  var sessionMembers: [String: JSONValue] {
    guard stores.sessions != nil else { return [:] }
    var members: [String: JSONValue] = [
      "end_session_endpoint": .string(configuration.endSessionEndpoint.text),
      "prompt_values_supported": .array(Prompt.allCases.map { .string($0.rawValue) }),
    ]
    guard configuration.idTokenKeys != nil else { return members }
    members["backchannel_logout_supported"] = .bool(logoutDelivery != nil)
    members["backchannel_logout_session_supported"] = .bool(logoutDelivery != nil)
    members["acr_values_supported"] = configuration.passwordContext.map { [.string($0)] }
    return members
  }
}
