internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// The error for a request that needs a scope that the token doesn't have (RFC 6750 §3.1,
/// `insufficient_scope`).
struct ScopeNeeded: Error {
  let resource: Endpoint
  /// The scopes that are missing; empty if the resource doesn't name them.
  let missing: [String]
  /// The command that signs in with the scopes that the token has and the missing ones.
  let command: String

  /// Reads an answer.
  ///
  /// - Returns: `nil` if it isn't 403 with `insufficient_scope`.
  init?(_ answer: HTTPAnswer, from resource: Endpoint, _ kept: StoredAccount) {
    guard answer.response.status == .forbidden, let challenges = try? AuthenticateChallenge.read(answer),
      let challenge = challenges.first(where: { $0.error == .insufficientScope })
    else { return nil }
    let granted = (kept.tokens.scope ?? kept.record.scope).tokens
    missing = (challenge.scope?.tokens ?? []).filter { !granted.contains($0) }
    self.resource = resource
    var record = kept.record
    // The new token needs what the old one was for (MCP 2026-07-28, Step-Up Authorization Flow).
    let union = record.scope.tokens + granted.filter { !record.scope.tokens.contains($0) }
    if let scope = try? Scope(union + missing.filter { !union.contains($0) }) { record.scope = scope }
    command = record.loginCommand
  }
}

extension ScopeNeeded: ExplainedError {
  var code: String { "insufficient_scope" }
  var step: FlowStep { .resource }
  var category: ErrorCategory { .signInNeeded }
  var explanation: String {
    let scopes = missing.map { UntrustedText($0).description }.joined(separator: " ")
    return missing.isEmpty
      ? "The token lacks a scope that \(resource) needs for this request."
      : "The token lacks a scope that \(resource) needs for this request: \(scopes)."
  }
  var remedy: String {
    missing.isEmpty
      ? "Sign in with that scope: \(command) --scope SCOPE" : "Sign in with that scope: \(command)"
  }
}
