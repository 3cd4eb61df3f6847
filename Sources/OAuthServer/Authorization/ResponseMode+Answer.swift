internal import OAuthCore

extension ResponseMode {
  /// Whether a browser can bring an answer to this address: forms are posted to web addresses alone, since no browser hands
  /// a form over to an app.
  func reaches(_ redirectURI: RedirectURI) -> Bool {
    carrier != .form || ["https", "http"].contains(redirectURI.parts.scheme)
  }
}

extension AuthorizationServerConfiguration {
  /// The modes that any client may ask for: signed ones need a key.
  var responseModes: [ResponseMode] {
    ResponseMode.allCases.filter { !$0.isSigned || signingKey(for: nil) != nil }
  }

  /// Whether the server can answer a client in a mode.
  func canAnswer(_ client: RegisteredClient, in mode: ResponseMode) -> Bool {
    !mode.isSigned || signingKey(for: client.settings.answerAlgorithm, of: client) != nil
  }
}
