package import HTTPTypes

extension HTTPFields {
  /// Whether a browser requests a page before its user opens it (`Sec-Purpose`, Fetch §3.1.1; older
  /// browsers have names of their own). Such a request must use nothing up, and an answer with an error
  /// status makes the browser send it again when the user opens the page.
  package var isSpeculative: Bool {
    Self.purposes.contains { name in
      self[values: name].contains { $0.lowercased().contains(/prefetch|prerender|preview/) }
    }
  }

  private static let purposes = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].compactMap { HTTPField.Name($0) }
}
