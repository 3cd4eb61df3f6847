internal import OAuthCore
internal import OAuthServer

extension IdentityAssertionPermission {
  /// Reads one element of `identity_assertions`: `client`, `audience`, `scope`, and optionally
  /// `client_id`, the client's ID at the audience, `resources`, and `aud_tenant`.
  /// - Throws: `SettingsError` if the element is invalid.
  init(_ json: JSONValue, _ resolution: ResolvedSettings) throws(SettingsError) {
    func invalid(_ problem: String) -> SettingsError {
      resolution.invalid(\.identityAssertions, "contains an element " + problem)
    }
    let members = json.object ?? [:]
    let memberNames = ["client", "audience", "client_id", "scope", "resources", "aud_tenant"]
    if let name = members.keys.sorted().first(where: { !memberNames.contains($0) }) {
      throw invalid("with an unknown member: \(UntrustedText(name))")
    }
    guard let client = members["client"]?.string, !client.isEmpty else { throw invalid("without client") }
    // The names are compared byte for byte, so the issuer keeps its form.
    guard let audience = members["audience"]?.string, let issuer = try? Issuer(audience), issuer.text == audience else {
      throw invalid("without audience, the issuer of an authorization server")
    }
    guard issuer.text != resolution[\.issuer] else {
      throw invalid("whose audience is this server (draft-ietf-oauth-identity-assertion-authz-grant-03 §8.3)")
    }
    guard let text = members["scope"]?.string, let scope = try? Scope(parameter: text), !scope.isEmpty else {
      throw invalid("without scope, the limit of what the client gets there")
    }
    for name in ["client_id", "aud_tenant"] {
      guard members[name].map({ $0.string?.isEmpty == false }) ?? true else {
        throw invalid("whose \(name) is no text")
      }
    }
    let resources = members["resources"].map { $0.strings ?? [""] } ?? []
    guard resources.allSatisfy(ParsedURI.isResource) else {
      throw invalid("whose resources aren't a list of absolute URIs without fragments (RFC 8707 §2)")
    }
    self.init(
      clientID: client, audience: audience, clientIDAtAudience: members["client_id"]?.string, scope: scope,
      resources: resources, audienceTenant: members["aud_tenant"]?.string)
  }
}
