public import OAuthCore

/// What a client may say about how the person is to be authenticated (OpenID Connect Core §3.1.2.1, RFC 9470 §4).
public struct OpenIDParameters: Sendable, Hashable {
  /// `prompt`: `none`, `login`, `consent`, `select_account`, `create`. With `none` the server shows nothing and answers
  /// `login_required` if it would have to.
  public var prompt: [String] = []
  /// `max_age`: how long ago, in whole seconds from 0 on, the person may have been authenticated. The ID token must then
  /// have an `auth_time`, which is checked.
  public var maxAge: Duration?
  /// `login_hint`: whom to sign in, such as an e-mail address.
  public var loginHint: String?
  /// `id_token_hint`: an ID token of the person who is expected.
  public var idTokenHint: Secret?
  /// `acr_values`: the kinds of authentication that are wanted, the best first.
  public var acrValues: [String] = []
  /// `claims`: the claims that are wanted one by one (§5.5).
  public var claims: JSONValue?
  /// `ui_locales`: the person's languages, as BCP 47 tags, the best first.
  public var uiLocales: [String] = []
  /// `claims_locales`: the languages that claims are wanted in.
  public var claimsLocales: [String] = []
  /// `display`: `page`, `popup`, `touch` or `wap`.
  public var display: String?

  /// Nothing asked for.
  public init() {}

  /// Asks for what a resource wanted before it would accept the token (step-up, RFC 9470 §4, §5).
  ///
  /// A client whose request was answered with `insufficient_user_authentication` reads the requirement out of the challenge and
  /// signs the person in again with it. Whether the new ID token or access token meets it is the resource's to say.
  ///
  /// - Parameter requirement: out of `AuthenticateChallenge`.
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
    parameters.append("claims", ifPresent: claims.map { String(decoding: $0.octets(), as: UTF8.self) })
    return parameters
  }
}
