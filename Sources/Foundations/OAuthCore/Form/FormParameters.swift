/// The parameters of a query or a form body, in order, including repeated names.
///
/// OAuth forbids repeated parameters (RFC 6749 §3.1, §3.2), because two readers may choose
/// different values. A dictionary would hide the repetition. This type preserves it, and
/// ``single(_:)`` rejects it.
///
/// ```swift
/// let form = try FormParameters(decoding: "code=abc&state=xyz")
/// let code = try form.single("code")  // "abc"
///
/// var request = FormParameters()
/// request.append("grant_type", "authorization_code")
/// request.append("code", ifPresent: code)
/// let body = request.formEncoded()  // "grant_type=authorization_code&code=abc"
/// ```
public struct FormParameters: Sendable, Hashable {
  /// One name and its value, both decoded.
  public struct Pair: Sendable, Hashable {
    /// The parameter's name.
    public let name: String
    /// The parameter's value; empty if there is none.
    public let value: String
  }

  /// All pairs in their order.
  public private(set) var pairs: [Pair] = []

  /// Creates an empty list of parameters.
  public init() {}

  /// Adds a parameter at the end, even if the name is already present.
  ///
  /// - Parameters:
  ///   - name: The parameter's name, not encoded.
  ///   - value: The parameter's value, not encoded. Any text is allowed.
  public mutating func append(_ name: String, _ value: String) {
    pairs.append(Pair(name: name, value: value))
  }

  /// Adds a parameter at the end unless its value is `nil`.
  ///
  /// - Parameters:
  ///   - name: The parameter's name, not encoded.
  ///   - value: The parameter's value, not encoded. An empty value is added, but ``single(_:)``
  ///     reads it as absent.
  public mutating func append(_ name: String, ifPresent value: String?) {
    if let value { append(name, value) }
  }

  /// Returns the value of a parameter that may appear at most once, or `nil` without it.
  ///
  /// An empty value counts as absent (RFC 6749 §3.1).
  /// - Parameter name: The parameter's name, decoded and case-sensitive.
  /// - Throws: ``RepeatedParameter`` if the name appears more than once.
  public func single(_ name: String) throws(RepeatedParameter) -> String? {
    var value: String?
    var isFirst = true
    for pair in pairs where pair.name == name {
      guard isFirst else { throw RepeatedParameter(name: name) }
      isFirst = false
      value = pair.value.isEmpty ? nil : pair.value
    }
    return value
  }

  /// Returns all values of a name, in order, for parameters that may be repeated, such as
  /// `resource` (RFC 8707 §2).
  ///
  /// - Parameter name: The parameter's name, decoded and case-sensitive.
  public func all(_ name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// Returns the first name that appears more than once, or `nil` if all are unique.
  /// - Parameter allowedNames: The names that may be repeated.
  public func firstRepeatedName(except allowedNames: Set<String> = []) -> String? {
    // Comparing a few names with each other is faster than hashing them. Many names may come from
    // an attacker who wants the quadratic comparison, so they are hashed.
    guard pairs.count > 16 else {
      return pairs.indices.first { index in
        !allowedNames.contains(pairs[index].name) && pairs[..<index].contains { $0.name == pairs[index].name }
      }.map { pairs[$0].name }
    }
    var seenNames = Set<String>()
    return pairs.first { !allowedNames.contains($0.name) && !seenNames.insert($0.name).inserted }?.name
  }
}

extension FormParameters: ExpressibleByDictionaryLiteral {
  /// Creates parameters from a literal, in its order.
  ///
  /// ```swift
  /// let parameters: FormParameters = ["access_type": "offline", "prompt": "consent"]
  /// ```
  ///
  /// - Parameter elements: The names and values, not encoded. A repeated name is repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    pairs = elements.map { Pair(name: $0, value: $1) }
  }
}

/// A parameter appeared more than once although OAuth allows it only once (RFC 6749 §3.1).
public struct RepeatedParameter: Error, Sendable, Hashable {
  /// The parameter's name.
  public let name: String
}

extension RepeatedParameter: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "repeated_parameter", at: .parsing, .invalidInput,
      "The parameter \(UntrustedText(name)) appears more than once (RFC 6749 §3.1, §3.2).",
      remedy: "Send the parameter once.")
  }
}

extension FormParameters: Redacted {
  /// The names only, made safe to show and cut after 300 characters. Values are often codes, tokens
  /// or secrets.
  public var description: String {
    "FormParameters(\(UntrustedText(pairs.map(\.name).joined(separator: ", "))))"
  }
}

extension FormParameters.Pair: Redacted {
  /// The name only, made safe to show.
  public var description: String { "\(UntrustedText(name))=[redacted]" }
}
