internal import Logging
package import OAuth
internal import OAuthCore
internal import OAuthSessions
internal import PixyAccounts
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// The session of an account at the user's identity provider, from which an account at another server
/// gets its tokens (draft-ietf-oauth-identity-assertion-authz-grant-03 §4, MCP Enterprise-Managed
/// Authorization).
struct IdentityProviderSession: Sendable {
  private let session: AccountSession
  private let directory: AccountDirectory

  /// Opens the session.
  ///
  /// - Parameters:
  ///   - storedAccount: The account at the identity provider.
  ///   - directory: The directory with the account.
  ///   - connect: Returns the transport to a server.
  ///   - clock: The wall clock. Default: the system's.
  ///   - logger: The logger of the session.
  ///   - refreshing: The process that refreshes; `nil` if this process does it.
  /// - Throws: The errors of discovery, if it is necessary.
  init(
    of storedAccount: StoredAccount, in directory: AccountDirectory,
    connecting connect: @escaping @Sendable (ServerChoice) -> any HTTPTransport, clock: WallClock = .system,
    logger: Logger, refreshingIn refreshing: RefreshProcess?
  ) async throws {
    self.directory = directory
    session = try await AccountSession(
      storedAccount, in: directory, through: connect(storedAccount.record.server), connecting: connect, validFor: nil,
      clock: clock, logger: logger, refreshingIn: refreshing)
  }

  /// The account at the identity provider.
  var account: Account { session.storedAccount.account }

  /// The account's name, made safe to show.
  var name: UntrustedText { UntrustedText("\(account.name)@\(account.server)") }

  /// Requests tokens from another authorization server with an identity assertion.
  ///
  /// - Parameters:
  ///   - record: The record with the scope, the resource and the parameters of the request.
  ///   - client: The client at the other server.
  /// - Throws: ``SignInNeeded`` if the user has to sign in at the identity provider; `BadValue` if the
  ///   `authorization_details` can't be read; `IdentityAssertionError`; the errors of both token endpoints.
  func tokens(for record: AccountRecord, from client: OAuthClient) async throws -> TokenResponse {
    // The assertion has the details that the identity provider grants (§4.3).
    let (details, parameters) = try record.parameters.takingAuthorizationDetails()
    let (subject, problem) = try await session.identityAssertion(in: directory)
    do {
      let grant = try await session.session.client.with(prover: client.prover).identityAssertionGrant(
        for: subject, at: client.server, resource: record.resources.first, scope: record.scope,
        authorizationDetails: details)
      return try await client.tokens(identityAssertion: grant, parameters: parameters)
    } catch let error as IdentityAssertionError where error.category == .signInNeeded {
      throw problem
        ?? SignInNeeded(.unusable(account, error.explanation), command: session.storedAccount.record.loginCommand)
    }
  }
}

extension FormParameters {
  /// Separates the `authorization_details` (RFC 9396 §2) from the other parameters.
  ///
  /// - Throws: `BadValue` if they are no array of JSON objects.
  func takingAuthorizationDetails() throws -> (details: [JSONValue], others: FormParameters) {
    var details: [JSONValue] = []
    var others = FormParameters()
    for pair in pairs {
      guard pair.name == "authorization_details" else {
        others.append(pair.name, pair.value)
        continue
      }
      guard let array = try? JSONValue(bytes: Array(pair.value.utf8)).array, array.allSatisfy({ $0.object != nil })
      else {
        throw BadValue(
          "The authorization_details are no JSON array of objects (RFC 9396 §2).",
          remedy: #"Give --parameter 'authorization_details=[{"type":"…"}]'."#)
      }
      details += array
    }
    return (details, others)
  }
}

extension AccountSession {
  /// Returns the ID token, refreshed if necessary. If there is none, it is the refresh token, which some
  /// identity providers accept instead (§4.3), and the reason why there is no ID token.
  ///
  /// - Throws: ``SignInNeeded`` if there is neither; the errors of the refresh.
  package func identityAssertion(in directory: AccountDirectory) async throws -> (SecurityToken, problem: SignInNeeded?)
  {
    do {
      let token = try await HandedToken.get(.id, of: self, in: directory)
      return (SecurityToken(token.token, .idToken), nil)
    } catch let error as SignInNeeded {
      guard let refreshToken = try await directory.store.tokens(for: storedAccount.account)?.refreshToken else {
        throw error
      }
      return (SecurityToken(refreshToken, .refreshToken), error)
    }
  }
}
