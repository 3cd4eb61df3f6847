// Signs a user in with the system's browser, and restores the user at the next start.
// snippet.command
import PixySignIn

let gitHub = SignIn(with: .gitHub, clientID: "your-client-id", app: "com.example.tool")
let user = try await gitHub.restoreOrSignIn()
print("Hello,", user.profile.displayName)
let repositories = try Endpoint("https://api.github.com/user/repos")
print(try await user.session.send(repositories.request(.get)).response.status)
// snippet.end

/// Creates the sign-in of a program that calls another of Google's APIs.
func withDrive() throws -> SignIn {
  // snippet.origins
  let drive = try Endpoint("https://www.googleapis.com/drive/v3/files")
  let google = SignIn(
    with: .googleIOS, clientID: "1234-abcd.apps.googleusercontent.com",
    scope: "openid profile email https://www.googleapis.com/auth/drive.metadata.readonly",
    origins: [drive], app: "com.example.app")
  // snippet.end
  return google
}
