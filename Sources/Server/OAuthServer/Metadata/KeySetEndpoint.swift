internal import HTTPTypes
internal import JOSE
internal import OAuthCore

/// The key set endpoint (`jwks_uri`): the public keys for everything that the server signs,
/// and the one for request objects (RFC 7517 §5, OpenID Connect Core §10.1.1, §10.2.1).
struct KeySetEndpoint: HTTPEndpoint, ServerPart {
  let core: ServerCore
  private let document = PublishedAnswer()

  var description: EndpointDescription {
    EndpointDescription(
      name: "keySet", paths: [configuration.keySetEndpoint.parts.path], methods: [.get, .head], errors: .text,
      allowsOtherOrigins: true, events: [], operations: [.document("Returns the server's public keys (RFC 7517)")])
  }

  var metadata: [String: JSONValue] { ["jwks_uri": .string(configuration.keySetEndpoint.text)] }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    // A client that meets an unknown `kid` fetches the key set again (§10.1.1).
    document.answer(edition: configuration.keysEdition) {
      let forSignatures = configuration.signingKeys?.publishedKeys.keys.compactMap(Self.signatureKey) ?? []
      let forEncryption = configuration.requests.decryptionKeys.prefix(1).map(\.encryptionKey.publicJWK)
      return ["keys": .array(forSignatures + forEncryption)]
    }
  }

  /// Adds `use` to a key, because some clients select keys only by `use` (RFC 7517 §4.2).
  private static func signatureKey(_ key: JSONWebKey) -> JSONValue? {
    guard var members = key.publicJWK?.object else { return nil }
    members["use"] = "sig"
    return .object(members)
  }
}
