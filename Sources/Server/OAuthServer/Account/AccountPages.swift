internal import HTTPTypes
internal import OAuthCore

/// The pages of a user's account, which ``AccountEndpoint`` and ``PasswordEndpoint`` share.
struct AccountPages: ServerPart {
  let pages: PageResponder
  let sessions: UserSessions
  let clients: any ClientStore
  let consents: any ConsentOperations
  /// The directory, if it can change passwords.
  let users: (any PasswordChanging)?
  var core: ServerCore { pages.core }

  /// The path of the account page.
  var path: String { issuer.pathPrefix + AuthorizationServerConfiguration.Path.account }
  /// The address of the account page.
  var address: String { issuer.origin + path }
  /// The path of the page that changes the password.
  var passwordPath: String { issuer.pathPrefix + AuthorizationServerConfiguration.Path.password }

  /// Returns the account page, or the sign-in page if no user is signed in.
  func page(
    for visitor: Visitor, notice: AccountPage.Notice? = nil, problem: PageProblem? = nil, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    guard let signedIn = visitor.signedIn else { return try signInPage(visitor, problem: problem, exchange) }
    let canChange = try await canChangePassword(of: signedIn.session.subject)
    let page = AccountPage(
      person: signedIn.user.name, applications: try await applications(of: signedIn.session.subject),
      sessions: try await browsers(of: signedIn), notice: notice,
      passwordAddress: canChange ? passwordPath : nil, problem: problem, issuer: issuer.text, action: path,
      hiddenFields: [visitor.tokenField])
    return sessions.answer(try pages.answer(.account(page), to: exchange), to: visitor)
  }

  /// Returns whether a user can change the password here.
  func canChangePassword(of subject: Subject) async throws -> Bool {
    try await users?.canChangePassword(of: subject) ?? false
  }

  /// Returns the page on which a user signs in to the account.
  func signInPage(
    _ visitor: Visitor, username: String = "", problem: PageProblem? = nil, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let page = AccountSignInPage(
      issuer: issuer.text, action: path, hiddenFields: [visitor.tokenField], username: username, problem: problem)
    return sessions.answer(try pages.answer(.accountSignIn(page), to: exchange), to: visitor)
  }

  /// Returns the clients that a user has allowed something, by name.
  private func applications(of subject: Subject) async throws -> [AccountPage.Application] {
    var applications: [AccountPage.Application] = []
    for consent in try await consents.consents(of: subject) {
      guard let client = try await client(consent.clientID) else { continue }
      applications.append(
        AccountPage.Application(
          id: client.id, client: client.card, permissions: Permission.list(consent.grantedScope, of: client),
          detailsTypes: consent.authorizationDetailsTypes, allowedAt: consent.givenAt))
    }
    return applications.sorted { ($0.client.name, $0.id) < ($1.client.name, $1.id) }
  }

  /// Returns a client. If its metadata document can't be used, the client has only its host as a
  /// name: users can end its access all the same.
  func client(_ id: String) async throws -> RegisteredClient? {
    do {
      return try await clients.client(id)
    } catch is ClientDocumentError {
      return RegisteredClient(id: id, name: Destination.host(of: id), redirectURIs: [], scope: .none)
    }
  }

  /// Returns the browsers in which a user is signed in, the latest first.
  private func browsers(of signedIn: Visitor.SignedIn) async throws -> [AccountPage.Session] {
    let now = clock.now()
    return try await sessions.database.sessions(of: signedIn.session.subject)
      .filter { $0.isLive(at: now) }
      .sorted { ($0.authenticatedAt, $0.id.rawValue) > ($1.authenticatedAt, $1.id.rawValue) }
      .map {
        AccountPage.Session(
          id: $0.id.rawValue, signedIn: $0.authenticatedAt, browser: $0.browser, address: $0.address?.description,
          isCurrent: $0.id == signedIn.session.id)
      }
  }
}
