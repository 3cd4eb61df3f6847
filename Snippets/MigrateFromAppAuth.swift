// Replaces AppAuth: the sign-in, a request to an API, the sign-out, and the users who are signed in.
import Foundation
// snippet.signin
import PixySignIn

func accounts() throws -> SignIn {
  SignIn(
    provider: .issuer(try Issuer("https://accounts.example.com"), resources: [try Endpoint("https://api.example.com")]),
    clientID: "your-client-id", app: "com.example.app",
    redirectURI: try RedirectURI("com.example.app:/oauth2redirect"))
}
// snippet.end

/// Signs the user in, unless the user is signed in.
func show(_ accounts: SignIn) async throws {
  // snippet.user
  let user = try await accounts.restoreOrSignIn()
  print("Hello,", user.profile.displayName)
  // snippet.end
  // snippet.call
  let orders = try Endpoint("https://api.example.com/orders")
  let answer = try await user.session.send(orders.request(.get))
  print(answer.response.status, answer.body.count)
  // snippet.end
}

/// Signs the user out.
func leave(_ accounts: SignIn) async throws {
  // snippet.signout
  if case .deletedOnly(let error) = try await accounts.signOut() {
    print(error)  // The server didn't revoke the tokens.
  }
  // snippet.end
}

/// Continues the session of a user that AppAuth signed in.
func adopt(
  _ accounts: SignIn, accessToken: String, refreshToken: String?, expiration: Date, subject: String
) async throws -> Profile? {
  // snippet.adopt
  let tokens = StoredTokens(
    accessToken: Secret(accessToken), refreshToken: refreshToken.map(Secret.init), receivedAt: Date(),
    expiresIn: .seconds(max(0, expiration.timeIntervalSinceNow)))
  let profile = try await accounts.service.adopt(tokens, ofUser: subject)
  // snippet.end
  return profile
}
