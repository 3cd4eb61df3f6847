public import OAuthCore

/// The mistakes in an application's sign-in that are found when it starts, or when a route uses it.
public enum WebSignInError: Error, Sendable, Hashable {
  /// There is no provider.
  case noProvider
  /// Two providers have the same identifier, or one has an identifier that a path can't have.
  case providerID(String)
  /// The application's address isn't an origin.
  case address
  /// A path isn't usable, or contains another one.
  case paths
  /// The built-in pages' template can't be parsed.
  case template
  /// A route needs tokens, and the sessions aren't in a store.
  case noStore
}

extension WebSignInError: ExplainedError {
  /// The error's stable code.
  public var code: String {
    switch self {
    case .noProvider: "web_sign_in_without_provider"
    case .providerID: "web_sign_in_provider_id"
    case .address: "web_sign_in_address"
    case .paths: "web_sign_in_paths"
    case .template: "web_sign_in_template"
    case .noStore: "web_sign_in_without_store"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The sentence that says what happened.
  public var explanation: String {
    switch self {
    case .noProvider: "The sign-in page has no provider."
    case .providerID(let id):
      "The provider's identifier \(UntrustedText(id)) is used twice, or isn't made of a to z, 0 to 9 and hyphens."
    case .address: "The application's address isn't an origin: scheme, host and port."
    case .paths: "A path of the sign-in isn't usable, or contains another one."
    case .template: "A template of the pages can't be parsed."
    case .noStore: "A route needs tokens, but sessions in cookies keep none."
    }
  }

  /// The sentence that says what the developer can do about it.
  public var remedy: String {
    switch self {
    case .noProvider: "Pass at least one ProviderClient."
    case .providerID: "Give each provider an identifier of its own, as in Provider.issuer(_:id:name:)."
    case .address: "Use the address that browsers show, such as https://app.example.com."
    case .paths: "Use different paths, such as /sign-in and /callback."
    case .template: "Check the template's tags."
    case .noStore: "Keep the sessions in a SessionStore: sessions: .store(…)."
    }
  }
}
