public import OAuthCore

/// A request that the user approves on their own device (OpenID Connect CIBA Core 1.0 §7.1).
public struct BackchannelAuthenticationRequest: Sendable, Hashable {
  /// The hint that identifies the user. Exactly one is sent.
  public enum Hint: Sendable, Hashable {
    /// A name that the server knows the user by, such as an e-mail address.
    case login(String)
    /// A token about the user, in a format that client and server agreed on.
    case loginToken(Secret)
    /// An ID token that the server issued for the user before.
    case idToken(Secret)
  }

  /// The hint that identifies the user.
  public var hint: Hint
  /// The scope to ask for. It must contain `openid`.
  public var scope: Scope
  /// A short, plain text that both devices show, so that the user can compare.
  public var bindingMessage: String?
  /// A code that only the user knows and tells the client, so that no other person can start
  /// requests for them.
  public var userCode: Secret?
  /// The accepted authentication context classes, the preferred one first.
  public var acrValues: [String] = []
  /// The requested lifetime, in whole seconds. Default: the server's.
  public var requestedExpiry: Duration?
  /// The resources that the token is for, as absolute URIs (RFC 8707 §2). Default: none.
  public var resources: [String] = []
  /// More parameters, such as a provider's own. Default: none.
  public var parameters = FormParameters()

  /// Creates a request with a user and a scope.
  ///
  /// - Parameters:
  ///   - hint: The hint that identifies the user.
  ///   - scope: The scope to ask for. It must contain `openid`.
  public init(_ hint: Hint, scope: Scope) {
    self.hint = hint
    self.scope = scope
  }

  var form: FormParameters {
    var form = FormParameters()
    form.append(scope: scope)
    switch hint {
    case .login(let text): form.append("login_hint", text)
    case .loginToken(let token): form.append("login_hint_token", token.reveal())
    case .idToken(let token): form.append("id_token_hint", token.reveal())
    }
    form.append("binding_message", ifPresent: bindingMessage)
    form.append("user_code", ifPresent: userCode?.reveal())
    form.append("acr_values", ifPresent: acrValues.isEmpty ? nil : acrValues.joined(separator: " "))
    form.append("requested_expiry", ifPresent: requestedExpiry.map { "\($0.components.seconds)" })
    form.append(resources: resources)
    form.append(parameters)
    return form
  }

  var secrets: [Secret] {
    let token: [Secret] =
      switch hint {
      case .login: []
      case .loginToken(let token), .idToken(let token): [token]
      }
    return token + (userCode.map { [$0] } ?? [])
  }
}
