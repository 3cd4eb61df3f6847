import PixySignIn

/// A program with one import that signs its user in, and restores the user at its next start. Tests
/// start it with a browser of their own.
///
/// `sign-in-process ORIGIN CLIENT_ID`: reads the client secret from standard input, signs in at the
/// look-alike of Google at `ORIGIN`, and prints the user's name and the status of a request to the
/// profile.
@main
enum SignInProcess {
  static func main() async throws {
    let origin = try Endpoint(CommandLine.arguments[1])
    let google = SignIn(
      provider: try Provider.google.relocated(to: origin), clientID: CommandLine.arguments[2],
      clientSecret: Secret(readLine() ?? ""), app: "com.example.sign-in-process")
    let user = try await google.restoreOrSignIn()
    let profile = try Endpoint(origin.origin + "/v1/people/me?personFields=names")
    print(user.profile.displayName, try await user.session.send(profile.request(.get)).response.status.code)
  }
}
