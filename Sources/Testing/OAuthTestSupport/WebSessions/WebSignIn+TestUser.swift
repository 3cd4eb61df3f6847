internal import FoundationBasics
public import HTTPTypes
public import OAuthCore
internal import OAuthProviders
public import OAuthWebSessions

extension WebSignIn {
  /// Begins a session of a user who never signed in, for tests of routes.
  ///
  /// ```swift
  /// let ada = try await signIn.testUser("ada", acr: "phr")
  /// let answer = try await client.execute(uri: "/notes", method: .get, headers: ada.headers)
  /// ```
  ///
  /// No provider is asked, and the hook of a sign-in isn't called. The roles of the account are read as
  /// always. The session has no tokens.
  ///
  /// - Parameters:
  ///   - subject: The user's identifier at the provider. Default: `ada`.
  ///   - account: The application's account. Default: the subject.
  ///   - name: The user's name. Default: none.
  ///   - provider: The identifier of the provider. Default: the first one.
  ///   - claims: The kept claims of the ID token. Default: none.
  ///   - scope: The granted scope. Default: the provider's.
  ///   - acr: The class of the authentication. Default: none.
  ///   - age: The time since the authentication. Default: zero.
  /// - Returns: The fields of a request from the application's own page, and the token of its forms.
  /// - Throws: `WebSignInError.providerID` if there is no such provider; `SessionTooLarge`; the errors
  ///   of the store.
  public func testUser(
    _ subject: String = "ada", account: String? = nil, name: String? = nil, provider: String? = nil,
    claims: [String: JSONValue] = [:], scope: Scope? = nil, acr: String? = nil,
    authenticatedBefore age: Duration = .zero
  ) async throws -> (headers: HTTPFields, formToken: Secret) {
    guard let found = clients.first(where: { $0.provider.id == provider ?? $0.provider.id })?.provider else {
      throw WebSignInError.providerID(provider ?? "")
    }
    let now = clock.now()
    let user = SessionUser(
      provider: found.id, issuer: found.server.accountProvider, profile: Profile(id: subject, name: name),
      claims: claims, scope: scope ?? found.scope, signedInAt: now, providerSession: nil,
      account: account ?? subject, authenticatedAt: now.addingTimeInterval(-age.inSeconds), authenticationContext: acr)
    let session = try await sessions.begin(user, tokens: nil, idToken: nil)
    var headers: HTTPFields = [.origin: address.origin, .secFetchSite: "same-origin"]
    headers[.cookie] = String(try sessions.cookieField(session).prefix { $0 != ";" })
    return (headers, session.formToken)
  }
}
