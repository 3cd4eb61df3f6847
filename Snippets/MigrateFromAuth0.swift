// Replaces Auth0.swift: the sign-in, the access token, and the users who are signed in.
import Foundation
// snippet.signin
import PixySignIn

func auth0() throws -> SignIn {
  var provider = try Provider.auth0(domain: "example.eu.auth0.com")
  provider.parameters.append("audience", "https://api.example.com")
  provider.resources.append(try Endpoint("https://api.example.com"))
  return SignIn(
    provider: provider, clientID: "your-client-id", app: "com.example.app",
    redirectURI: try RedirectURI("com.example.app://example.eu.auth0.com/ios/com.example.app/callback"))
}
// snippet.end

/// Signs the user in, unless the user is signed in.
func show(_ auth0: SignIn) async throws {
  // snippet.user
  let user = try await auth0.restoreOrSignIn()
  print("Hello,", user.profile.displayName)
  // snippet.end
  // snippet.call
  let orders = try Endpoint("https://api.example.com/orders")
  let answer = try await user.session.send(orders.request(.get))
  print(answer.response.status, answer.body.count)
  // snippet.end
}

/// Signs the user out.
func leave(_ auth0: SignIn) async throws {
  // snippet.signout
  if case .deletedOnly(let error as UnrevokedTokens) = try await auth0.signOut() {
    print(error.explanation, error.remedy)
  }
  // snippet.end
}

/// Continues the session of a user that Auth0.swift signed in.
func adopt(
  _ auth0: SignIn, accessToken: String, refreshToken: String?, expiration: Date, subject: String
) async throws -> Profile? {
  // snippet.adopt
  let tokens = StoredTokens(
    accessToken: Secret(accessToken), refreshToken: refreshToken.map(Secret.init), receivedAt: Date(),
    expiresIn: .seconds(max(0, expiration.timeIntervalSinceNow)))
  let profile = try await auth0.service.adopt(tokens, ofUser: subject)
  // snippet.end
  return profile
}
