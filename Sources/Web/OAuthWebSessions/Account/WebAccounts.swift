internal import OAuthCore
internal import OAuthProviders

/// The application's accounts: the hook of each sign-in, and the roles of an account.
///
/// ```swift
/// let accounts = WebAccounts { signIn in
///   let user = signIn.user
///   if let known = try await database.account(issuer: user.issuer, subject: user.subject) { return known }
///   guard let account = signIn.linkingAccount else { throw AccountRefused("Ask for an invitation.") }
///   try await database.link(issuer: user.issuer, subject: user.subject, to: account)
///   return account
/// } roles: { account in
///   try await database.roles(of: account)
/// }
/// ```
public struct WebAccounts: Sendable {
  private let mailDomains: [String: Set<String>]
  private let signInHook: @Sendable (CompletedSignIn) async throws -> String
  private let rolesOfAccount: (@Sendable (String) async throws -> Set<String>?)?

  /// Creates a value. Nothing is called yet.
  ///
  /// - Parameters:
  ///   - mailDomains: The domains of e-mail addresses that a provider is trusted for, by the
  ///     provider's identifier, such as `["google": ["example.com"]]`. Name a domain only if the
  ///     provider itself manages its mailboxes: its users then can't claim the address of another
  ///     user. Default: none, so ``CompletedSignIn/trustedEmail`` is always `nil`.
  ///   - signIn: Finds or creates the account of the user in a completed sign-in, and returns
  ///     the account's identifier, which isn't empty. It throws ``AccountRefused`` to refuse the user. After any
  ///     error no session begins, and the session before stays.
  ///   - roles: Returns the roles of an account; `nil` if there is no such account any longer, which
  ///     ends the session. It is called at each request to a route for signed-in users, so a role
  ///     that was removed counts at once. It throws ``AccountRefused`` to refuse the request; after
  ///     any other error access is denied too. Default: no account has a role.
  public init(
    trustingMailDomains mailDomains: [String: Set<String>] = [:],
    signIn: @escaping @Sendable (CompletedSignIn) async throws -> String,
    roles: (@Sendable (String) async throws -> Set<String>?)? = nil
  ) {
    self.mailDomains = mailDomains.mapValues { Set($0.map { $0.lowercased() }) }
    signInHook = signIn
    rolesOfAccount = roles
  }

  /// Calls the hook, and checks its result.
  ///
  /// - Parameters:
  ///   - user: The user who signed in.
  ///   - linkingAccount: The account of the session that asked to link the user; `nil` if none did.
  /// - Returns: The identifier of the account.
  /// - Throws: ``AccountRefused``, ``AccountError``.
  package func account(of user: SessionUser, linkingTo linkingAccount: String?) async throws -> String {
    let signIn = CompletedSignIn(user: user, trustedEmail: trustedEmail(of: user), linkingAccount: linkingAccount)
    let account = try await Self.explained { try await signInHook(signIn) }
    guard !account.isEmpty else { throw AccountError.noIdentifier }
    // Otherwise the sign-in of a linked user would end in another account than the one that is open.
    if let linkingAccount, !linkingAccount.utf8.elementsEqual(account.utf8) { throw AccountError.anotherAccount }
    return account
  }

  /// Returns the roles of an account; `nil` if there is no such account any longer.
  ///
  /// - Throws: ``AccountRefused``, ``AccountError/failed(_:)``.
  package func roles(of account: String) async throws -> Set<String>? {
    guard let rolesOfAccount else { return [] }
    return try await Self.explained { try await rolesOfAccount(account) }
  }

  /// Runs the application's code. Its errors say nothing about the sign-in, except a refusal.
  private static func explained<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as AccountRefused {
      throw error
    } catch {
      throw AccountError.failed("\(type(of: error))")
    }
  }

  /// Returns the e-mail address that proves who the user is: the provider has verified it, and is
  /// trusted for its domain. Case counts only before the `@`.
  func trustedEmail(of user: SessionUser) -> String? {
    guard user.profile.isEmailVerified == true, let email = user.profile.email,
      email.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let domain = parts[1].lowercased()
    return mailDomains[user.provider]?.contains(domain) == true ? "\(parts[0])@\(domain)" : nil
  }
}
