internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import PKCE

/// A client that a configuration file has: known for as long as the server runs.
struct ClientSetting: Sendable {
  /// The client. If it has a secret, this one has another, which nobody knows: see ``ready()``.
  let client: RegisteredClient
  /// Where its secret is, if it has one.
  let secretFile: String?

  /// Reads one element of `clients`: `client_id`, `client_secret_file`, and the members of a client's metadata.
  /// - Parameter settings: what holds where the element says nothing.
  init(_ json: JSONValue, _ settled: SettledSettings, _ settings: ServeSettings) throws(SettingsError) {
    var members = json.object ?? [:]
    guard let id = members["client_id"]?.string, !id.isEmpty else {
      throw settled.unfit(.clients, "has a client without client_id")
    }
    func unfit(_ problem: String) -> SettingsError {
      settled.unfit(.clients, "has the client \(UntrustedText(id)), which \(problem)")
    }
    guard members["client_secret"] == nil else {
      throw unfit("has its secret there: put it into a file, and name that as client_secret_file")
    }
    let file = members.removeValue(forKey: "client_secret_file")
    guard file == nil || file?.string?.isEmpty == false else { throw unfit("has a client_secret_file that is no path") }
    // RFC 7591 §2: what it means where nothing is said.
    if file != nil, members["token_endpoint_auth_method"] == nil {
      members["token_endpoint_auth_method"] = "client_secret_basic"
    }
    let new: Secret?
    do {
      (client, new) = try ClientDescription.client(members, settings)
    } catch {
      let problem = (error as? any ExplainedError)?.explanation ?? "\(error)"
      throw unfit("can't be: " + (problem.hasSuffix(".") ? String(problem.dropLast()) : problem))
    }
    guard (new == nil) == (file == nil) else {
      throw unfit(
        file == nil ? "needs a client_secret_file" : "proves who it is without the secret in its client_secret_file")
    }
    if let lack = settings.lack(of: client) { throw unfit(lack) }
    if let scope = client.scope.tokens.first(where: { !settings.scopes.contains($0) }) {
      throw unfit("has a scope that \(ServeSetting.scopes.rawValue) doesn't have: \(UntrustedText(scope))")
    }
    secretFile = file?.string.map { settled.secretPath($0, of: .clients) }
  }

  /// The client with its secret.
  /// - Throws: what reading the secret does.
  func ready() throws -> RegisteredClient {
    guard let secretFile, var members = client.json.object else { return client }
    let secret: Secret
    do {
      secret = try SecretInput.read(secretFile)
    } catch let error as ValidationError {
      throw ValidationError("The client \(UntrustedText(client.id)) of the configuration file: \(error.message)")
    }
    members["client_secret_sha256"] = .string(Base64URL.encode(SecretHash(of: secret).octets))
    return try RegisteredClient(json: .object(members))
  }
}
