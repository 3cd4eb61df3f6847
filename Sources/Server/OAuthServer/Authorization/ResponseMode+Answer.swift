internal import OAuthCore

extension ResponseMode {
  /// Returns whether a browser can deliver a response to this address. Forms are posted only to web
  /// addresses, because browsers hand no forms over to apps.
  func reaches(_ redirectURI: RedirectURI) -> Bool {
    carrier != .form || ["https", "http"].contains(redirectURI.parts.scheme)
  }
}

extension AuthorizationServerConfiguration {
  /// The modes that clients may request. Signed ones need a signing key.
  var responseModes: [ResponseMode] {
    ResponseMode.allCases.filter { !$0.isSigned || signingKey(for: nil) != nil }
  }

  /// Returns whether the server can send a client its response in a mode.
  func canAnswer(_ client: RegisteredClient, in mode: ResponseMode) -> Bool {
    !mode.isSigned || signingKey(for: client.settings.authorizationResponseAlgorithm, of: client) != nil
  }
}
