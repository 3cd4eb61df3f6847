// Signs a user in with the system's browser, and restores the user at the next start.
// snippet.command
import PixySignIn

struct Repository: Decodable {
  let name: String
}

let gitHub = SignIn(provider: .gitHub, clientID: "your-client-id", app: "com.example.tool")
do {
  let user = try await gitHub.restoreOrSignIn()
  print("Hello,", user.profile.displayName)
  let repositories = Endpoint(constant: "https://api.github.com/user/repos")
  let answer = try await user.session.send(repositories.request(.get))
  for repository in try answer.decode([Repository].self) { print(repository.name) }
} catch {
  print(error)  // what happened, why, and what to do
}
// snippet.end

/// Creates the sign-in of a program that calls another of Google's APIs.
func withDrive() -> SignIn {
  // snippet.origins
  let drive = Endpoint(constant: "https://www.googleapis.com/drive/v3/files")
  let google = SignIn(
    provider: .googleIOS, clientID: "1234-abcd.apps.googleusercontent.com",
    scope: "openid profile email https://www.googleapis.com/auth/drive.metadata.readonly",
    origins: [drive], app: "com.example.app")
  // snippet.end
  return google
}

/// Signs a user in without handling errors.
func greet() async throws {
  let gitHub = SignIn(provider: .gitHub, clientID: "your-client-id", app: "com.example.tool")
  let user = try await gitHub.restoreOrSignIn()
  print("Hello,", user.profile.displayName)
}
