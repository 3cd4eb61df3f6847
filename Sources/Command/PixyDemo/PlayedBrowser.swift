internal import HTTPTypes
internal import OAuthCore
internal import OAuthLookAlikes
internal import OAuthUserAgent

/// A simulated browser without a window: signs in on the page that it is given and follows the
/// redirect.
struct PlayedBrowser: BrowserOpener {
  let person: SimulatedUser
  let transport: any HTTPTransport
  let transcript: Transcript

  func open(_ url: String) async throws {
    transcript.say("Simulated by this program: \(person.username) types a password and presses \"Sign in and allow\".")
    let callback = try await person.visit(url, through: transport)
    _ = try await transport.send(Endpoint(callback).request(.get), body: [], limits: HTTPLimits())
  }
}
