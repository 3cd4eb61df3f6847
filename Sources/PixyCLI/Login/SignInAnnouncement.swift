internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent

/// What a person is told before a sign-in waits: what to open, where, and how the answer gets back.
struct SignInAnnouncement: Sendable {
  /// Where the browser is, apart from what was chosen.
  let place: BrowserPlace
  /// Whether one is opened.
  let opens: Bool
  /// Whether lines are read at the terminal.
  let reads: Bool
  /// Whether the device grant can be chosen instead.
  let offersDevice: Bool

  /// The lines.
  /// - Parameters:
  ///   - url: the address to open.
  ///   - redirectURI: what the listener listens on.
  func lines(url: String, redirectURI: RedirectURI) -> [String] {
    var lines = [opening, "", "  \(url)", ""]
    if !opens { lines += wayBack(to: redirectURI) }
    if offersDevice {
      lines.append(
        reads
          ? "Or sign in with a browser on another device: type d and press Enter."
          : "Or sign in with a browser on another device: `pixy device` with the same server and client.")
    }
    lines.append("Waiting for the answer on \(redirectURI) …")
    return lines
  }

  private var opening: String {
    if opens { return "Your browser opens this address; if it does not, open it yourself:" }
    switch place {
    case .remote:
      return "You came here over SSH, so no browser is opened. Open this address in the browser where you sit:"
    case .outsideContainer: return "This is a container, so no browser is opened. Open this address in your browser:"
    case .elsewhere: return "There is no display here, so no browser is opened. Open this address in any browser:"
    case .chosen, .declined, .here, .windows: return "Open this address:"
    }
  }

  /// How the answer comes from a browser that can't reach this machine's loopback interface.
  private func wayBack(to redirectURI: RedirectURI) -> [String] {
    let port = redirectURI.parts.port ?? 80
    switch place {
    case .remote(let connection):
      return [
        "So that the answer gets here, run this where the browser is, before you sign in:", "",
        "  \(connection.forwarding(port))", "",
      ] + pasting
    case .outsideContainer:
      return ["The answer gets here by itself only if the container's port \(port) is forwarded."] + pasting
    case .elsewhere: return pasting
    case .chosen, .declined, .here, .windows: return []
    }
  }

  private var pasting: [String] {
    [
      reads
        ? "Or paste here the address that the browser ends at, even if it shows an error there."
        : "Or use --callback-from-stdin, and write the address that the browser ends at to standard input."
    ]
  }
}
