public import OAuthCore

/// The mistakes in an application's sign-in that are found when it starts, or when a route uses it.
public enum WebSignInError: Error, Sendable, Hashable {
  /// There is no provider.
  case noProvider
  /// Two providers have the same identifier, or one has an identifier that a path can't have.
  case providerID(String)
  /// The application's address isn't an origin, with a path or without.
  case address
  /// The application's name can't be part of a cookie's name.
  case applicationName
  /// A path isn't usable, or contains another one.
  case paths
  /// The built-in pages' template can't be parsed.
  case template
  /// A route needs tokens or the list of sessions, and the sessions aren't in a store.
  case noStore
  /// Requests to a path can't be forwarded as ``ForwardedAPI`` says.
  case forwardedAPI(String)
}

extension WebSignInError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .noProvider:
      row(
        "web_sign_in_without_provider", "The sign-in page has no provider.",
        remedy: "Pass at least one ProviderClient.")
    case .providerID(let id):
      row(
        "web_sign_in_provider_id",
        "The provider's identifier \(UntrustedText(id)) is used twice, or isn't made of a to z, 0 to 9 and hyphens.",
        remedy: "Give each provider an identifier of its own, as in Provider.issuer(_:id:name:).")
    case .address:
      row(
        "web_sign_in_address", "The application's address isn't an origin, or its path has more than a-z, 0-9 and -.",
        remedy: "Use the address that browsers show, such as https://app.example.com.")
    case .applicationName:
      row(
        "web_sign_in_application_name", "The application's name can't be part of a cookie's name.",
        remedy: "Use a name made of a to z, 0 to 9 and hyphens.")
    case .paths:
      row(
        "web_sign_in_paths", "A path of the sign-in isn't usable, or contains another one.",
        remedy: "Use different paths, such as /sign-in and /callback.")
    case .template:
      row("web_sign_in_template", "A template of the pages can't be parsed.", remedy: "Check the template's tags.")
    case .noStore:
      row(
        "web_sign_in_without_store", "A route needs tokens or the list of sessions, but the sessions are in cookies.",
        remedy: "Keep the sessions in a SessionStore: sessions: .store(…).")
    case .forwardedAPI(let path):
      row(
        "web_forwarded_api",
        "Requests to \(UntrustedText(path)) can't be forwarded: the path or the address isn't usable, two APIs have "
          + "the path, a method or a field must not be forwarded, or no provider's resources have the API's origin.",
        remedy: "Use a path and an address that both end with a slash or both don't, and append the address to "
          + "Provider.resources.")
    }
  }
}
