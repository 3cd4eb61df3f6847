public import OAuthCore

/// Whom to ask on their own device, and what for (OpenID Connect CIBA Core 1.0 §7.1).
public struct BackchannelAuthenticationRequest: Sendable, Hashable {
  /// Who the person is: exactly one hint is sent.
  public enum Hint: Sendable, Hashable {
    /// Something that the server knows the person by, such as an e-mail address.
    case login(String)
    /// A token about the person, in a form that client and server agreed on.
    case loginToken(Secret)
    /// An ID token that the server gave about the person before.
    case idToken(Secret)
  }

  /// Who the person is.
  public var hint: Hint
  /// What to ask for; must have `openid`.
  public var scope: Scope
  /// Shown on both devices, so that the person can compare; short and plain.
  public var bindingMessage: String?
  /// A code that the person tells the client, so that nobody else can have them asked.
  public var userCode: Secret?
  /// The authentication context classes that will do, the preferred one first.
  public var acrValues: [String] = []
  /// How long the request should live; whole seconds.
  public var requestedExpiry: Duration?
  /// The resources that the token is for, as absolute URIs (RFC 8707 §2).
  public var resources: [String] = []
  /// More parameters, such as a provider's own.
  public var parameters = FormParameters()

  /// A request with nothing but the person and the scope.
  ///
  /// - Parameters:
  ///   - hint: who the person is.
  ///   - scope: what to ask for; must have `openid`.
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
