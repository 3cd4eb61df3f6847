internal import OAuthCore

/// What docker is given for a registry.
struct DockerCredential {
  /// What docker looks for, word by word, to know that a helper has nothing: it asks without a password then.
  static let notFound = "credentials not found in native keychain"

  let server: DockerServer
  let userName: TokenUserName
  let token: Secret

  /// One JSON object, the token included.
  var json: String {
    let members: [String: JSONValue] = [
      "ServerURL": .string(server.text), "Username": .string(userName.text), "Secret": .string(token.reveal()),
    ]
    return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
  }
}
