#if CLI
internal import HTTPTypes
internal import OAuthCore

/// Writes the demonstration down, step by step.
///
/// Values that would be secret in earnest are shortened. The code verifier is not: showing it is what the
/// demonstration is for.
struct Transcript: Sendable {
  let write: @Sendable (String) -> Void

  /// A numbered headline with what specifies the step, at the right margin.
  func step(_ number: Int, _ title: String, _ specification: String) {
    let left = "\(number < 10 ? " " : "")\(number). \(title)"
    let gap = max(2, 100 - left.count - specification.count)
    write("")
    write(left + String(repeating: " ", count: gap) + specification)
  }

  /// A sentence.
  func say(_ text: String) {
    write("    " + text)
  }

  /// Names with their values, one a line, what is secret shortened.
  func pairs(_ pairs: [(name: String, value: String)]) {
    let width = pairs.map(\.name.count).max() ?? 0
    for (name, value) in pairs {
      let padding = String(repeating: " ", count: width - name.count)
      write("      \(name)\(padding)  \(Self.shown(name, value))")
    }
  }

  /// The parameters of a query or form, one a line.
  func parameters(_ parameters: FormParameters) {
    pairs(parameters.pairs.map { (name: $0.name, value: $0.value) })
  }

  /// A request and its answer.
  func exchange(_ request: HTTPRequest, _ body: [UInt8], _ answer: HTTPAnswer) {
    let path = (request.path ?? "").prefix { $0 != "?" }
    say("\(request.method.rawValue) \(request.scheme ?? "")://\(request.authority ?? "")\(path)")
    if let field = request.headerFields[.authorization] {
      let parts = field.split(separator: " ", maxSplits: 1).map(String.init)
      pairs([(name: "Authorization", value: "\(parts.first ?? "") \(Self.shorten(parts.last ?? ""))")])
    }
    if let form = try? FormParameters(decoding: body) { parameters(form) }
    say("\(answer.response.status.code) \(answer.response.status.reasonPhrase)")
    if let members = try? JSONValue(octets: answer.body).object {
      pairs(members.sorted { $0.key < $1.key }.map { (name: $0.key, value: Self.text($0.value)) })
    }
  }

  private static let secretNames: Set<String> = [
    "code", "state", "nonce", "access_token", "refresh_token", "client_secret",
  ]

  private static func shown(_ name: String, _ value: String) -> String {
    secretNames.contains(name) ? shorten(value) : value
  }

  private static func shorten(_ value: String) -> String {
    value.count > 12 ? "\(value.prefix(6))… (\(value.count) characters)" : "…"
  }

  private static func text(_ value: JSONValue) -> String {
    value.string ?? String(decoding: value.octets(), as: UTF8.self)
  }
}
#endif
