import OAuthCore
import OAuthUserAgent
import Testing

@testable import PixyAuth

@Suite struct SignInAnnouncementTests {
  private func lines(
    _ environment: [String: String], files: [String] = [], opens: Bool = false, reads: Bool = false,
    device: Bool = false
  ) throws -> [String] {
    let surroundings = Surroundings(environment: environment, exists: { files.contains($0) }, text: { _ in nil })
    let announcement = SignInAnnouncement(
      place: BrowserPlace.detected(in: surroundings), opens: opens, reads: reads, offersDevice: device)
    return announcement.lines(
      url: "https://as.example/authorize?x", redirectURI: try RedirectURI("http://127.0.0.1:8414/callback"))
  }

  @Test func `With a browser the URL and the listener's address are shown`() throws {
    #expect(
      try lines(["DISPLAY": ":0"], opens: true, reads: true) == [
        "Your browser opens this address; if it does not, open it yourself:", "", "  https://as.example/authorize?x",
        "",
        "Waiting for the response on http://127.0.0.1:8414/callback …",
      ])
  }

  // Other tools offer no way to continue when the browser is on another machine (SSH, container).
  @Test func `Over SSH the port forwarding command is shown, and pasting offered`() throws {
    let ssh = ["SSH_CONNECTION": "192.0.2.7 50022 198.51.100.9 22", "USER": "ada", "DISPLAY": "localhost:10.0"]
    #expect(
      try lines(ssh, reads: true, device: true) == [
        "This is an SSH session, so no browser is opened. Open this address in a browser on your own machine:", "",
        "  https://as.example/authorize?x", "",
        "To forward the response here, run this on the browser's machine before you sign in:", "",
        "  ssh -L 8414:127.0.0.1:8414 ada@198.51.100.9", "",
        "Or paste the address that the browser ends at here, even if the page shows an error.",
        "Or sign in with a browser on another device: type d and press Enter.",
        "Waiting for the response on http://127.0.0.1:8414/callback …",
      ])
    let unattended = try lines(ssh, device: true)
    #expect(
      unattended.contains { $0.contains("--callback-from-stdin") } && unattended.contains { $0.contains("pixy device") }
    )
  }

  #if os(Linux)
  @Test func `A container and a machine without a display are named`() throws {
    #expect(try lines([:], files: ["/.dockerenv"]).contains { $0.hasPrefix("This is a container") })
    #expect(try lines([:], files: ["/.dockerenv"]).contains { $0.contains("port 8414 is forwarded") })
    #expect(try lines([:]).first?.hasPrefix("There is no display here") == true)
  }
  #endif
}
