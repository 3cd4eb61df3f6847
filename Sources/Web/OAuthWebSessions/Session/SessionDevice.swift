/// The browser and the system of a session, in words for its user.
///
/// They are read from `User-Agent` at the sign-in, which a browser can set to anything: show them,
/// and decide nothing by them. The field itself isn't kept.
public struct SessionDevice: Sendable, Hashable {
  /// The browser, such as “Firefox”; `nil` if it isn't known.
  public let browser: String?
  /// The system, such as “Android”; `nil` if it isn't known.
  public let system: String?

  /// Creates a device that a session remembered.
  init(browser: String?, system: String?) {
    self.browser = browser
    self.system = system
  }

  /// Reads a browser's `User-Agent` (RFC 9110 §10.1.5).
  init(userAgent: String?) {
    let text = userAgent ?? ""
    browser = Self.browsers.first { text.contains($0.mark) }.map(\.name)
    system = Self.systems.first { text.contains($0.mark) }.map(\.name)
  }

  // A browser names those that it is compatible with after itself, so the order matters.
  private static let browsers: [(mark: String, name: String)] = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems: [(mark: String, name: String)] = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Macintosh", "macOS"), ("Linux", "Linux"),
  ]
}
