internal import HTTPTypes
internal import OAuth
package import OAuthCore
internal import TokenStorage

/// The error for a request that needs a scope that the token doesn't have (RFC 6750 §3.1,
/// `insufficient_scope`).
package struct ScopeNeeded: Error {
  package let resource: Endpoint
  /// The scopes that are missing; empty if the resource doesn't name them.
  package let missing: [String]
  /// The command that signs in with the scopes that the token has and the missing ones.
  package let command: String
  /// The `WWW-Authenticate` fields of the rejected request, for `pixy login --challenge`.
  package let challenge: [String]

  /// Reads an answer.
  ///
  /// - Returns: `nil` if it isn't 403 with `insufficient_scope`.
  package init?(_ answer: HTTPAnswer, from resource: Endpoint, _ storedAccount: StoredAccount) {
    guard answer.response.status == .forbidden, let challenges = try? AuthenticateChallenge.read(answer),
      let challenge = challenges.first(where: { $0.error == .insufficientScope })
    else { return nil }
    missing = storedAccount.scopeMissing(for: challenge.scope)
    self.resource = resource
    command = storedAccount.loginCommand(adding: challenge.scope ?? Scope.none)
    self.challenge = storedAccount.loginChallenge(of: answer)
  }
}

extension ScopeNeeded: ExplainedError {
  /// The facts of the error, with the missing scopes if the resource names them.
  package var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .resource, .signInNeeded)
    let problem = "The token lacks a scope that \(resource) needs for this request"
    guard !missing.isEmpty else {
      return row(
        "insufficient_scope", "\(problem).", remedy: "Sign in with that scope: \(command) --scope SCOPE")
    }
    let scopes = missing.map { UntrustedText($0).description }.joined(separator: " ")
    return row("insufficient_scope", "\(problem): \(scopes).", remedy: "Sign in with that scope: \(command)")
  }
}

extension StoredAccount {
  /// The scope that the tokens have.
  private var currentScope: [String] { (tokens.scope ?? record.scope).tokens }

  /// Returns what the tokens lack of a scope.
  fileprivate func scopeMissing(for scope: Scope?) -> [String] {
    (scope?.tokens ?? []).filter { !currentScope.contains($0) }
  }

  /// Returns the command that signs in again, with the scope that the tokens have and a further one.
  ///
  /// The new token needs what the old one was for (MCP 2026-07-28, Step-Up Authorization Flow).
  ///
  /// - Parameter scope: The further scope; `nil` for the same sign-in again.
  package func loginCommand(adding scope: Scope?) -> String {
    guard let scope else { return record.loginCommand }
    var record = record
    let union = record.scope.tokens + currentScope.filter { !record.scope.tokens.contains($0) }
    let missing = scopeMissing(for: scope).filter { !union.contains($0) }
    if let scope = try? Scope(union + missing) { record.scope = scope }
    return record.loginCommand
  }

  /// Returns the challenge of an answer for ``loginCommand(adding:)``. Only a sign-in with the resource's
  /// URL reads it.
  package func loginChallenge(of answer: HTTPAnswer) -> [String] {
    record.isByResource ? answer.response.headerFields[values: .wwwAuthenticate] : []
  }
}
