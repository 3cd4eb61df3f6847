internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

extension WebSignIn {
  /// Reads the user who signed in: the ID token's subject with the provider's profile.
  ///
  /// - Parameters:
  ///   - signedIn: The tokens and the verified ID token.
  ///   - client: The client at the provider.
  ///   - form: The posted callback, with the name of Apple's user; empty if there is none.
  /// - Throws: ``SignInRefusal/noUser``; ``SignInRefusal/sessionEnded`` if the provider requires that
  ///   the session has ended already; the errors of the profile if there is no ID token.
  func user(of signedIn: ProviderSignIn, at client: ProviderClient, form: [UInt8]) async throws -> SessionUser {
    if let end = signedIn.idToken?.sessionExpiresAt, end <= clock.now() { throw SignInRefusal.sessionEnded }
    var profile: Profile
    do {
      profile = try await client.profile(signedIn)
    } catch ProviderError.profileOfAnotherUser {
      throw SignInRefusal.noUser
    } catch {
      // The ID token says who signed in. The name can wait until the next sign-in.
      guard let idToken = signedIn.idToken else { throw error }
      logger.notice(
        "no profile, the ID token has to do",
        metadata: ["provider": "\(client.provider.id)", "reason": "\(Self.reason(error))"])
      profile = Self.profile(in: idToken)
    }
    if profile.name == nil, client.provider.quirks.contains(.formPost), let user = AppleUser(formBody: form) {
      let names = [user.firstName, user.lastName].compactMap(\.self)
      profile.name = names.isEmpty ? nil : names.joined(separator: " ")
    }
    let keptClaims = signedIn.idToken?.claims.filter { self.claims.contains($0.key) } ?? [:]
    return SessionUser(
      provider: client.provider.id, issuer: Self.issuer(signedIn.idToken?.issuer, of: client), profile: profile,
      claims: keptClaims, scope: signedIn.tokens.scope ?? client.provider.scope, signedInAt: clock.now(),
      providerSession: signedIn.idToken?.sessionID, sessionExpiresAt: signedIn.idToken?.sessionExpiresAt,
      authenticatedAt: signedIn.idToken?.authenticationTime,
      authenticationContext: signedIn.idToken?.authenticationContext)
  }

  private static func profile(in idToken: IDToken) -> Profile {
    let claims = idToken.standardClaims
    return Profile(
      id: idToken.subject, login: claims.preferredUsername, name: claims.name, email: claims.email,
      isEmailVerified: claims.isEmailVerified)
  }

  /// Returns the issuer by which a user is identified. Google writes its own with and without
  /// scheme, and both mean the same users.
  static func issuer(_ receivedIssuer: String?, of client: ProviderClient) -> String {
    let own = client.provider.server.accountProvider
    guard let receivedIssuer, !client.provider.quirks.contains(.issuerMayLackScheme) else { return own }
    return receivedIssuer
  }
}
