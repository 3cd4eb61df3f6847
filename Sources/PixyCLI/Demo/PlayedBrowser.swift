internal import HTTPTypes
internal import OAuthCore
internal import OAuthLookAlikes
internal import OAuthUserAgent

/// A browser without a window: signs in on the page it is given and goes where it is sent.
struct PlayedBrowser: BrowserOpener {
  let person: SimulatedUser
  let transport: any HTTPTransport
  let transcript: Transcript

  func open(_ url: String) async throws {
    transcript.say("Played by this program: \(person.username) types a password and presses \"Sign in and allow\".")
    let callback = try await person.visit(url, through: transport)
    _ = try await transport.send(Endpoint(callback).request(.get), body: [], limits: HTTPLimits())
  }
}
