#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// What a Kubernetes client is given: a token, and when to ask again.
struct ExecCredential {
  let apiVersion: String
  let token: Secret
  let expiresAt: Date?

  /// One JSON object, the token included.
  var json: String {
    var status: [String: JSONValue] = ["token": .string(token.reveal())]
    // Without it the client keeps the token until the cluster refuses it.
    status["expirationTimestamp"] = expiresAt.map { .string($0.formatted(.iso8601)) }
    let members: [String: JSONValue] = [
      "apiVersion": .string(apiVersion), "kind": "ExecCredential", "status": .object(status),
    ]
    return String(decoding: JSONValue.object(members).octets(), as: UTF8.self)
  }
}
