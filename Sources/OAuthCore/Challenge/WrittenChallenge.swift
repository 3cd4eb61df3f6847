/// One challenge as a server writes it into a `WWW-Authenticate` field (RFC 9110 §11.6.1): the counterpart of
/// ``AuthenticateChallenge``.
package struct WrittenChallenge: Sendable, Hashable {
  /// The scheme.
  package let scheme: TokenType
  private var parameters: [String] = []

  /// A challenge without parameters.
  package init(_ scheme: TokenType) {
    self.scheme = scheme
  }

  /// Adds a parameter, if there is a value. Values are quoted; characters that can't be in a field are left out.
  ///
  /// - Parameters:
  ///   - name: a token, once in a challenge.
  ///   - value: any text.
  package mutating func append(_ name: String, _ value: String?) {
    guard let value else { return }
    var quoted = ""
    for scalar in value.unicodeScalars where (0x20..<0x7F).contains(scalar.value) {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    parameters.append("\(name)=\"\(quoted)\"")
  }

  /// The field's value.
  package var field: String {
    parameters.isEmpty ? scheme.rawValue : scheme.rawValue + " " + parameters.joined(separator: ", ")
  }
}
