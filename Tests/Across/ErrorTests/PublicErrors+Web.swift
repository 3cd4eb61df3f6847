import OAuthCore

@testable import OAuthWebHummingbird
@testable import OAuthWebSQLite
@testable import OAuthWebSessions

extension PublicErrors {
  static let web: [any ExplainedError] = [
    SessionTooLarge(), UserNotRequired(), SessionDatabaseError(during: Careless()),
    WebSignInError.noProvider, WebSignInError.providerID(hostile), WebSignInError.address, WebSignInError.paths,
    WebSignInError.template, WebSignInError.noStore, WebSignInError.applicationName,
    WebSignInError.forwardedAPI(hostile),
    AccountRefused(hostile),
  ]
}
