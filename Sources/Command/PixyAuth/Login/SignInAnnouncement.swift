internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent

/// The instructions before a sign-in waits: the address to open, where to open it, and how the
/// response gets back.
struct SignInAnnouncement: Sendable {
  /// The detected place of the browser.
  let place: BrowserPlace
  /// Whether a browser is opened.
  let opens: Bool
  /// Whether the terminal accepts lines.
  let reads: Bool
  /// Whether the user can choose the device grant instead.
  let offersDevice: Bool

  /// Returns the lines of the instructions.
  /// - Parameters:
  ///   - url: The address to open.
  ///   - redirectURI: The redirect URI of the listener.
  func lines(url: String, redirectURI: RedirectURI) -> [String] {
    var lines = [opening, "", "  \(url)", ""]
    if !opens { lines += wayBack(to: redirectURI) }
    if offersDevice {
      lines.append(
        reads
          ? "Or sign in with a browser on another device: type d and press Enter."
          : "Or sign in with a browser on another device: `pixy device` with the same server and client.")
    }
    lines.append("Waiting for the response on \(redirectURI) …")
    return lines
  }

  private var opening: String {
    if opens { return "Your browser opens this address; if it does not, open it yourself:" }
    switch place {
    case .remote:
      return "This is an SSH session, so no browser is opened. Open this address in a browser on your own machine:"
    case .outsideContainer: return "This is a container, so no browser is opened. Open this address in your browser:"
    case .elsewhere: return "There is no display here, so no browser is opened. Open this address in any browser:"
    case .chosen, .declined, .here, .windows: return "Open this address:"
    }
  }

  /// Returns the instructions for a browser that can't reach this machine's loopback interface.
  private func wayBack(to redirectURI: RedirectURI) -> [String] {
    let port = redirectURI.parts.port ?? 80
    switch place {
    case .remote(let connection):
      return [
        "To forward the response here, run this on the browser's machine before you sign in:", "",
        "  \(connection.forwarding(port))", "",
      ] + pasting
    case .outsideContainer:
      return ["The response gets here only if the container's port \(port) is forwarded."] + pasting
    case .elsewhere: return pasting
    case .chosen, .declined, .here, .windows: return []
    }
  }

  private var pasting: [String] {
    [
      reads
        ? "Or paste the address that the browser ends at here, even if the page shows an error."
        : "Or use --callback-from-stdin, and write the address that the browser ends at to standard input."
    ]
  }
}
