internal import OAuthCore
internal import OAuthServer

extension GitHubLookAlike: AuthorizationRules {
  var callbackIssuer: String? {
    server.quirks.contains(.noIssuerInCallback) ? nil : server.inner.issuer.text
  }

  func admit(_ parameters: FormParameters, of client: LookAlikeClient) -> Admission {
    // GitHub uses the first registered redirect URI if the request has none.
    let redirectText = parameters.first("redirect_uri") ?? client.redirectURIs.first?.text ?? ""
    guard let redirectURI = try? RedirectURI(redirectText),
      client.redirectURIs.contains(where: { $0.matches(redirectURI) })
    else {
      return .answered(mismatch(parameters, client))
    }
    return .admitted(
      parameters.setting("redirect_uri", redirectURI.text).setting("response_type", "code")
        .setting("scope", scope(parameters, client)), redirectURI)
  }

  func gave(code: Secret, for parameters: FormParameters) async {}

  /// Reports the mismatch to the client at its registered redirect URI, and not at the one of the
  /// request.
  private func mismatch(_ parameters: FormParameters, _ client: LookAlikeClient) -> HTTPAnswer {
    guard let registeredURI = client.redirectURIs.first else { return .nothing }
    var answer = FormParameters()
    answer.append("error", "redirect_uri_mismatch")
    answer.append("error_description", "The redirect_uri is not one that is registered for this application.")
    answer.append("state", ifPresent: parameters.first("state"))
    answer.append("iss", ifPresent: callbackIssuer)
    return .redirect(to: registeredURI.adding(answer))
  }

  /// Returns the scope that GitHub grants.
  ///
  /// GitHub ignores unknown scopes and leaves out scopes that another requested scope includes.
  /// GitHub Apps have no scopes.
  func scope(_ parameters: FormParameters, _ client: LookAlikeClient) -> String? {
    guard client.kind == .gitHubOAuthApp else { return nil }
    let requestedTokens = (parameters.first("scope") ?? "").split { $0 == " " || $0 == "," }.map(String.init)
    let grantedTokens = requestedTokens.filter { token in
      guard knownScope.contains(token) else { return false }
      switch token {
      case "read:user", "user:email", "user:follow": return !requestedTokens.contains("user")
      case "public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events":
        return !requestedTokens.contains("repo")
      default: return true
      }
    }
    return grantedTokens.isEmpty ? nil : grantedTokens.joined(separator: " ")
  }
}
