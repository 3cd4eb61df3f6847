internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import PKCE
internal import PixyTerminal

/// A client in the configuration file, which the server knows as long as it runs.
struct ClientSetting: Sendable {
  /// The client. A confidential client has a random secret here until ``ready()`` reads the real
  /// one.
  let client: RegisteredClient
  /// The source of the client secret, as `SecretInput` accepts it; nil for a client without secret.
  let secretFile: String?

  /// Reads one element of `clients`: `client_id`, `client_secret_file`, and client metadata (RFC
  /// 7591 §2).
  /// - Parameter settings: The settings that supply the defaults of the client.
  /// - Throws: `SettingsError` if the element is invalid, or the server doesn't meet a requirement
  ///   of the client.
  init(_ json: JSONValue, _ resolution: ResolvedSettings, _ settings: ServeSettings) throws(SettingsError) {
    var members = json.object ?? [:]
    guard let id = members["client_id"]?.string, !id.isEmpty else {
      throw resolution.invalid(\.clients, "contains a client without client_id")
    }
    func invalid(_ problem: String) -> SettingsError {
      resolution.invalid(\.clients, "contains the client \(UntrustedText(id)), which \(problem)")
    }
    guard members["client_secret"] == nil else {
      throw invalid("contains its secret: move it to a file, and name the file as client_secret_file")
    }
    let file = members.removeValue(forKey: "client_secret_file")
    guard file == nil || file?.string?.isEmpty == false else {
      throw invalid("has a client_secret_file that is not a path")
    }
    // The default of RFC 7591 §2.
    if file != nil, members["token_endpoint_auth_method"] == nil {
      members["token_endpoint_auth_method"] = "client_secret_basic"
    }
    let new: Secret?
    do {
      (client, new) = try ClientDescription.client(members, settings)
    } catch {
      throw invalid("is invalid. " + ((error as? any ExplainedError)?.clause ?? "\(error)"))
    }
    guard (new == nil) == (file == nil) else {
      throw invalid(
        file == nil ? "needs a client_secret_file" : "doesn't authenticate with the secret in its client_secret_file")
    }
    if let requirement = settings.unmetRequirement(of: client) { throw invalid(requirement) }
    if let scope = client.scope.tokens.first(where: { !settings.scopes.contains($0) }) {
      throw invalid("has a scope that is not in \(ServeSetting(\.scopes).path): \(UntrustedText(scope))")
    }
    secretFile = file?.string.map { resolution.secretPath($0, of: \.clients) }
  }

  /// Returns the client with the hash of its secret.
  /// - Throws: ``BadValue`` if the secret can't be read.
  func ready() throws -> RegisteredClient {
    guard let secretFile, var members = client.json.object else { return client }
    let secret: Secret
    do {
      secret = try SecretInput.read(secretFile)
    } catch let error as BadValue {
      throw BadValue(
        "The client \(UntrustedText(client.id)) in the configuration file: \(error.explanation)", remedy: error.remedy)
    }
    guard SecretStrength.isEnough(secret) else {
      throw BadValue(
        "The client \(UntrustedText(client.id)) in the configuration file: its secret \(SecretStrength.problem)",
        remedy: SecretStrength.remedy)
    }
    members["client_secret_sha256"] = .string(Base64URL.encode(SecretHash(of: secret).bytes))
    return try RegisteredClient(json: .object(members))
  }
}
