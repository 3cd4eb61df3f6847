internal import JOSE
internal import OAuthCore

extension AuthorizationRequestParser {
  /// The members about authorization requests (RFC 8414 §2, RFC 9101 §10.5, RFC 9396 §10).
  var metadata: [String: JSONValue] {
    let rules = configuration.requests
    let fetches = transport != nil && pushedRequests != nil
    var algorithms = rules.requestObjectAlgorithms.filter { !$0.isSymmetric }.map(\.rawValue)
    if fetches, rules.acceptsUnsignedObjects { algorithms.append("none") }
    var members: [String: JSONValue] = [
      "request_parameter_supported": true,
      "request_object_signing_alg_values_supported": .array(algorithms.sorted().map { .string($0) }),
      // The default would be true (OpenID Connect Discovery §3).
      "request_uri_parameter_supported": .bool(fetches),
    ]
    if fetches { members["require_request_uri_registration"] = true }
    // draft-ietf-oauth-client-id-metadata-document-02 §6
    if configuration.clientDocuments != nil, transport != nil {
      members["client_id_metadata_document_supported"] = true
    }
    // A list without elements must be left out (RFC 8414 §3.2).
    if !rules.detailTypes.isEmpty {
      members["authorization_details_types_supported"] = .array(rules.detailTypes.map { .string($0.name) })
    }
    if !rules.encryptionAlgorithms.isEmpty {
      members.merge(
        ResponseEncryption.metadata(of: "request_object", algorithms: rules.encryptionAlgorithms)
      ) { $1 }
    }
    if announcesPrompts {
      members["prompt_values_supported"] = .array(Prompt.allCases.map { .string($0.rawValue) })
    }
    return members
  }
}
