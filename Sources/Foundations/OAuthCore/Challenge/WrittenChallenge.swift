/// One challenge that a server writes into a `WWW-Authenticate` field (RFC 9110 §11.6.1). Clients
/// read it as an ``AuthenticateChallenge``.
package struct WrittenChallenge: Sendable, Hashable {
  /// The authentication scheme.
  package let scheme: TokenType
  private var parameters: [String] = []

  /// Creates a challenge without parameters.
  package init(_ scheme: TokenType) {
    self.scheme = scheme
  }

  /// Adds a parameter with a quoted value. Characters that a field can't contain are left out.
  ///
  /// - Parameters:
  ///   - name: The parameter's name, a token that occurs once in a challenge.
  ///   - value: Any text. With `nil` no parameter is added.
  package mutating func append(_ name: String, _ value: String?) {
    guard let value else { return }
    var quotedValue = ""
    for scalar in value.unicodeScalars where (0x20..<0x7F).contains(scalar.value) {
      if scalar == "\"" || scalar == "\\" { quotedValue.unicodeScalars.append("\\") }
      quotedValue.unicodeScalars.append(scalar)
    }
    parameters.append("\(name)=\"\(quotedValue)\"")
  }

  /// The value of the field.
  package var field: String {
    parameters.isEmpty ? scheme.rawValue : scheme.rawValue + " " + parameters.joined(separator: ", ")
  }
}
