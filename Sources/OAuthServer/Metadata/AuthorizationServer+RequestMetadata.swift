internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// What the metadata says about authorization requests (RFC 8414 §2, RFC 9126 §5, RFC 9101 §10.5, RFC 9396 §10).
  var requestMembers: [String: JSONValue] {
    let rules = configuration.requests
    var members: [String: JSONValue] = [
      "request_parameter_supported": true,
      "request_object_signing_alg_values_supported": .array(
        rules.requestObjectAlgorithms.filter { !$0.isSymmetric }.map(\.rawValue).sorted().map { .string($0) }),
      // It would be true by default (OpenID Connect Discovery §3).
      "request_uri_parameter_supported": .bool(transport != nil && pushedRequests != nil),
    ]
    if transport != nil && pushedRequests != nil { members["require_request_uri_registration"] = true }
    if pushedRequests != nil {
      members["pushed_authorization_request_endpoint"] = .string(configuration.pushedRequestEndpoint.text)
      members["require_pushed_authorization_requests"] = .bool(rules.requiresPushed)
    }
    // A list without elements must be left out (RFC 8414 §3.2).
    if !rules.detailTypes.isEmpty {
      members["authorization_details_types_supported"] = .array(rules.detailTypes.map { .string($0.name) })
    }
    return members
  }
}
