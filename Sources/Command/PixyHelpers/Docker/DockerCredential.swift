internal import OAuthCore

/// The credentials that docker receives for a registry.
struct DockerCredential {
  /// The message by which docker recognizes that a helper has no credentials, word for word. docker
  /// then continues without a password.
  static let notFound = "credentials not found in native keychain"

  let server: DockerServer
  let userName: TokenUserName
  let token: Secret

  /// The credentials as one JSON object, with the token.
  var json: String {
    let members: [String: JSONValue] = [
      "ServerURL": .string(server.text), "Username": .string(userName.text), "Secret": .string(token.reveal()),
    ]
    return String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
  }
}
