internal import FoundationBasics
internal import OAuthCore

/// The credential that a Kubernetes client receives: a token and its expiry time.
struct ExecCredential {
  let apiVersion: String
  let token: Secret
  let expiresAt: Date?

  /// The credential as one JSON object, with the token.
  var json: String {
    var status: [String: JSONValue] = ["token": .string(token.reveal())]
    // Without an expiry time the client uses the token until the cluster rejects it.
    status["expirationTimestamp"] = expiresAt.map { .string($0.formatted(.iso8601)) }
    let members: [String: JSONValue] = [
      "apiVersion": .string(apiVersion), "kind": "ExecCredential", "status": .object(status),
    ]
    return String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
  }
}
