internal import HTTPTypes
public import OAuthCore

/// A place where a metadata document was looked for, and what was there instead of a usable one.
public struct MetadataPlace: Sendable, Hashable {
  /// The content of the place.
  public enum Content: Sendable, Hashable {
    /// The answer had another status than 200.
    case status(Int)
    /// The answer is no JSON, for example a web page, or it is too large or nested too deeply.
    case notJSON
    /// The document can't be used.
    case unusable(MetadataError)
    /// The document belongs to another issuer or resource.
    case another(UntrustedText)
    /// A resource on another machine names an address of this machine, which wasn't asked.
    case loopback
    /// No whole answer came.
    case noAnswer(HTTPTransportError.Kind)
  }

  /// The address of the place.
  public let address: Endpoint
  /// The content of the place.
  public let content: Content

  package init(_ address: Endpoint, _ content: Content) {
    self.address = address
    self.content = content
  }

  /// Returns a request for the document at an address.
  static func request(_ address: Endpoint) -> HTTPRequest {
    var head = address.request(.get)
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = EndpointRequest.userAgent
    return head
  }

  /// Whether the place may have a document later.
  var isTemporary: Bool {
    switch content {
    // A redirect often comes from a network that asks for a sign-in first.
    case .status(let status): status == 408 || status == 429 || status >= 500 || (300..<400).contains(status)
    case .noAnswer: true
    case .notJSON, .unusable, .another, .loopback: false
    }
  }

  /// Whether the place has no document at all.
  var isEmpty: Bool {
    if case .status(let status) = content { (400..<500).contains(status) && !isTemporary } else { false }
  }

  /// The place and its content as the rest of a sentence.
  static func list(_ places: [MetadataPlace]) -> String {
    places.map { "\($0.address) \($0.words)" }.joined(separator: "; ")
  }

  private var words: String {
    switch content {
    case .status(let status): "answered with status \(status)"
    case .notJSON: "is not a JSON document"
    case .unusable(let error): error.asPredicate
    case .another(let name): "belongs to \(name)"
    case .loopback: "is an address on this machine"
    case .noAnswer(let kind): "gave no whole answer (\(kind.rawValue))"
    }
  }
}

extension MetadataError {
  fileprivate var asPredicate: String {
    switch self {
    case .notAnObject: "is not a JSON object"
    case .missing(let member): "has no \(member)"
    case .wrongType(let member): "has a \(member) of the wrong JSON type"
    case .unacceptable(let member, let cause): "has a \(member) that cannot be used: \(cause.clause)"
    }
  }
}
