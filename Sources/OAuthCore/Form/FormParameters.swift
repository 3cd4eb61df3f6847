/// The parameters of a query or a form body, in order, with repeated names kept.
///
/// OAuth forbids a parameter to appear twice (RFC 6749 §3.1, §3.2), because two readers may each pick another one of
/// the two. A dictionary would hide the repetition; this keeps it, and ``single(_:)`` refuses it.
public struct FormParameters: Sendable, Hashable {
  /// One name with its value, both decoded.
  public struct Pair: Sendable, Hashable {
    /// The parameter's name.
    public let name: String
    /// The parameter's value; empty if it had none.
    public let value: String
  }

  /// All pairs in the order they had.
  public private(set) var pairs: [Pair] = []

  /// No parameters.
  public init() {}

  /// Adds a parameter at the end, even if its name is there already.
  ///
  /// - Parameters:
  ///   - name: the parameter's name, not encoded.
  ///   - value: its value, not encoded; any text.
  public mutating func append(_ name: String, _ value: String) {
    pairs.append(Pair(name: name, value: value))
  }

  /// Adds a parameter at the end unless its value is `nil`.
  ///
  /// - Parameters:
  ///   - name: the parameter's name, not encoded.
  ///   - value: its value, not encoded. An empty one is added, though ``single(_:)`` will read it as absent.
  public mutating func append(_ name: String, ifPresent value: String?) {
    if let value { append(name, value) }
  }

  /// The value of a parameter that may appear at most once.
  ///
  /// An empty value counts as absent, as RFC 6749 §3.1 asks.
  /// - Parameter name: the parameter's name, decoded; case counts.
  /// - Throws: ``RepeatedParameter`` if the name appears more than once.
  public func single(_ name: String) throws(RepeatedParameter) -> String? {
    var found: String?
    var isFirst = true
    for pair in pairs where pair.name == name {
      guard isFirst else { throw RepeatedParameter(name: name) }
      isFirst = false
      found = pair.value.isEmpty ? nil : pair.value
    }
    return found
  }

  /// Every value that a name has, in order: for parameters that may be repeated, such as `resource` (RFC 8707 §2).
  ///
  /// - Parameter name: the parameter's name, decoded; case counts.
  public func all(_ name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// The first name that appears more than once, if any does.
  /// - Parameter allowed: names that may be repeated.
  public func firstRepeatedName(except allowed: Set<String> = []) -> String? {
    // A few are compared with each other sooner than they are hashed; many come from who wants it to take long.
    guard pairs.count > 16 else {
      return pairs.indices.first { index in
        !allowed.contains(pairs[index].name) && pairs[..<index].contains { $0.name == pairs[index].name }
      }.map { pairs[$0].name }
    }
    var seen = Set<String>()
    return pairs.first { !allowed.contains($0.name) && !seen.insert($0.name).inserted }?.name
  }
}

/// A parameter that OAuth allows once appeared more than once (RFC 6749 §3.1).
public struct RepeatedParameter: Error, Sendable, Hashable {
  /// The parameter's name.
  public let name: String
}

extension FormParameters: Redacted {
  /// The names alone, made safe to show and cut after 300 characters: values are often codes, tokens or secrets.
  public var description: String {
    "FormParameters(\(UntrustedText(pairs.map(\.name).joined(separator: ", "))))"
  }
}

extension FormParameters.Pair: Redacted {
  /// The name alone, made safe to show.
  public var description: String { "\(UntrustedText(name))=[redacted]" }
}
