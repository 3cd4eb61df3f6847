public import OAuthCore

/// The parameters of an authorization request that OpenID Connect adds (OpenID Connect Core
/// §3.1.2.1, RFC 9470 §4).
public struct OpenIDParameters: Sendable, Hashable {
  /// `prompt`: `none`, `login`, `consent`, `select_account`, `create`. With `none` the server shows
  /// no page, and answers `login_required` if it needs one.
  public var prompt: [String] = []
  /// `max_age`: the maximum age of the user's authentication, in whole seconds from 0 on. The ID
  /// token must then have an `auth_time`, which is checked.
  public var maxAge: Duration?
  /// `login_hint`: the user to sign in, such as an e-mail address.
  public var loginHint: String?
  /// `id_token_hint`: an ID token of the expected user.
  public var idTokenHint: Secret?
  /// `acr_values`: the requested authentication context classes, the preferred one first.
  public var acrValues: [String] = []
  /// `claims`: the individually requested claims (§5.5).
  public var claims: JSONValue?
  /// `ui_locales`: the user's languages as BCP 47 tags, the preferred one first.
  public var uiLocales: [String] = []
  /// `claims_locales`: the requested languages of the claims.
  public var claimsLocales: [String] = []
  /// `display`: `page`, `popup`, `touch` or `wap`.
  public var display: String?

  /// No parameters.
  public init() {}

  /// The parameters for a step-up: a new sign-in that meets a resource's requirement (RFC 9470 §4,
  /// §5).
  ///
  /// A client whose request was answered with `insufficient_user_authentication` reads the
  /// requirement from the challenge and signs the user in again with it. The resource decides
  /// whether the new access token meets the requirement.
  ///
  /// - Parameter requirement: The requirement from `AuthenticateChallenge`.
  public init(meeting requirement: AuthenticationRequirement) {
    acrValues = requirement.acrValues
    maxAge = requirement.maxAge
  }

  /// The parameters, in the order of the specification.
  var parameters: FormParameters {
    func joined(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: " ") }
    var parameters = FormParameters()
    parameters.append("display", ifPresent: display)
    parameters.append("prompt", ifPresent: joined(prompt))
    parameters.append("max_age", ifPresent: maxAge.map { String(max(0, $0.components.seconds)) })
    parameters.append("ui_locales", ifPresent: joined(uiLocales))
    parameters.append("claims_locales", ifPresent: joined(claimsLocales))
    parameters.append("id_token_hint", ifPresent: idTokenHint?.reveal())
    parameters.append("login_hint", ifPresent: loginHint)
    parameters.append("acr_values", ifPresent: joined(acrValues))
    parameters.append("claims", ifPresent: claims.map { String(decoding: $0.bytes(), as: UTF8.self) })
    return parameters
  }
}
