internal import HTTPTypes

/// The browser and the system that a `User-Agent` field names.
///
/// Users tell their sessions apart by it. It is a browser's own claim and decides nothing. Only known
/// names are kept, so the field can't bring other text to a page or a terminal.
enum BrowserName {
  /// The words of browsers. Most browsers name others too, so the order matters.
  private static let browsers = [
    ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("FreeBSD", "FreeBSD"), ("OpenBSD", "OpenBSD"), ("Linux", "Linux"),
  ]

  /// Returns the names, such as `Firefox, Linux`; `nil` if none is known.
  static func name(in request: HTTPRequest) -> String? {
    guard let field = request.headerFields[.userAgent]?.prefix(512) else { return nil }
    let known = [browsers, systems].compactMap { list in list.first { field.contains($0.0) }?.1 }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }
}
