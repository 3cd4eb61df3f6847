public import FoundationBasics

extension Endpoint {
  /// Validates an address of Foundation's type, such as an API's.
  ///
  /// - Parameter url: The address. A relative one is resolved against its base.
  /// - Throws: ``URIError`` as ``init(_:)-(String)`` does.
  public init(_ url: URL) throws(URIError) {
    try self.init(url.absoluteString)
  }

  /// The address as Foundation's type, for `AsyncImage`, `Link` and `openURL`; `nil` if Foundation
  /// can't represent it.
  public var url: URL? { URL(string: text, encodingInvalidCharacters: false) }
}
