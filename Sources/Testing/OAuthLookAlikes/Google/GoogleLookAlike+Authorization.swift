internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension GoogleLookAlike: AuthorizationRules {
  var callbackIssuer: String? { nil }

  /// Shows every error of an authorization request to the user on a page. The client gets no
  /// answer.
  func admit(_ parameters: FormParameters, of client: LookAlikeClient) -> Admission {
    guard let redirectURI = try? RedirectURI(parameters.first("redirect_uri") ?? ""),
      Self.isAllowed(redirectURI, for: client)
    else {
      return refused(
        "redirect_uri_mismatch", "The redirect_uri is not registered, or not allowed for this kind of client.")
    }
    guard let scope = try? Scope(parameter: parameters.first("scope") ?? ""), !scope.isEmpty else {
      return refused("invalid_request", "The request has no scope.")
    }
    guard scope.isSubset(of: knownScope) else { return refused("invalid_scope", "A scope of the request is unknown.") }
    return .admitted(parameters.setting("prompt", Self.marked(parameters)), redirectURI)
  }

  func gave(code: Secret, for parameters: FormParameters) async {
    let prompts = Self.prompts(parameters)
    let isFirst = consents.agreed(with: parameters.first("client_id") ?? "")
    if prompts.contains(Self.offline), isFirst || prompts.contains("consent") { consents.allowRefreshing(code) }
  }

  private func refused(_ error: String, _ detail: String) -> Admission {
    .answered(
      server.inner.errorPage(
        .own(
          title: "Access blocked: this application's request is invalid",
          explanation: "You did nothing wrong, and nothing was allowed. Please tell the application's developer.",
          detail: "Error 400: \(error). \(detail)")))
  }

  private static func isAllowed(_ redirectURI: RedirectURI, for client: LookAlikeClient) -> Bool {
    let parts = redirectURI.parts
    return switch client.kind {
    case .googleDesktop: parts.scheme == "http" && parts.isLoopback
    case .googleIOS:
      parts.host.isEmpty && (parts.scheme == scheme(of: client.id) || parts.scheme == client.bundleID?.lowercased())
    case .googleWeb: client.redirectURIs.contains { $0.text == redirectURI.text }
    default: false
    }
  }

  /// Returns the URI scheme of an iOS client: its client ID in reverse order.
  ///
  /// `1-a.apps.googleusercontent.com` becomes `com.googleusercontent.apps.1-a`.
  private static func scheme(of clientID: String) -> String {
    clientID.lowercased().split(separator: ".").reversed().joined(separator: ".")
  }

  /// Returns `prompt` with a mark for `access_type=offline`.
  ///
  /// The inner server's sign-in page drops `access_type`, but passes unknown `prompt` values on.
  /// So the mark travels in `prompt`. `prompt=none` gets no mark, because it can't be combined
  /// with other values.
  private static func marked(_ parameters: FormParameters) -> String? {
    let prompts = prompts(parameters)
    return prompts.isEmpty ? nil : prompts.joined(separator: " ")
  }

  private static func prompts(_ parameters: FormParameters) -> [String] {
    let prompts = (parameters.first("prompt") ?? "").split(separator: " ").map(String.init)
    let isOffline = parameters.first("access_type") == "offline"
    return prompts + (isOffline && !prompts.contains(offline) && !prompts.contains("none") ? [offline] : [])
  }

  private static let offline = "offline_access_type"
}
