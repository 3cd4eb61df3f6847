package import FoundationBasics
package import HTTPTypes

/// The time for which fetched keys or a fetched document are fresh (RFC 9111 §4.2).
///
/// It is at least a minute, whatever the server says, so that not every use causes a fetch. It is
/// at most a day, so that a withdrawn key falls out of use.
package struct FreshnessLifetime {
  static let shortest: TimeInterval = 60
  static let longest: TimeInterval = 24 * 3_600
  /// The lifetime without `max-age`.
  static let usual: TimeInterval = 15 * 60

  package let seconds: TimeInterval

  /// Reads the lifetime from the header fields of a response.
  package init(_ fields: HTTPFields) {
    let directives = fields[values: .cacheControl].flatMap { $0.split(separator: ",") }
      .map { $0.trimming(while: { $0 == " " || $0 == "\t" }).lowercased() }
    if directives.contains("no-store") || directives.contains("no-cache") {
      seconds = Self.shortest
      return
    }
    // RFC 9111 §4.2.1: the shortest of several values is the safe choice.
    guard let maximum = directives.compactMap(Self.maximumAge).min() else {
      seconds = Self.usual
      return
    }
    // RFC 9111 §4.2.3: the response may have an age already.
    let age = fields[.age].flatMap(Self.deltaSeconds) ?? 0
    seconds = min(max(maximum - age, Self.shortest), Self.longest)
  }

  private static func maximumAge(_ directive: String) -> TimeInterval? {
    guard directive.hasPrefix("max-age=") else { return nil }
    let value = directive.dropFirst("max-age=".count)
    // RFC 9111 §5.2: the value is a token, but a quoted string is accepted as well.
    let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    return deltaSeconds(String(isQuoted ? value.dropFirst().dropLast() : value))
  }

  /// Reads a number of seconds. A value that doesn't fit counts as the largest one (RFC 9111
  /// §1.2.2).
  private static func deltaSeconds(_ text: String) -> TimeInterval? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int32(text).map(TimeInterval.init) ?? TimeInterval(Int32.max)
  }
}

extension Substring {
  fileprivate func trimming(while condition: (Character) -> Bool) -> Substring {
    var rest = drop(while: condition)
    while let last = rest.last, condition(last) { rest.removeLast() }
    return rest
  }
}
