#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes

/// How long the keys of an answer may be kept before they are asked for again (RFC 9111 §4.2).
///
/// Never less than a minute, whatever the server says, so that it isn't asked for each token; never more than a day, so
/// that a key that was withdrawn goes out of use.
struct KeySetLifetime {
  static let shortest: TimeInterval = 60
  static let longest: TimeInterval = 24 * 3_600
  /// Without `max-age`.
  static let usual: TimeInterval = 15 * 60

  let seconds: TimeInterval

  init(_ fields: HTTPFields) {
    let directives = fields[values: .cacheControl].flatMap { $0.split(separator: ",") }
      .map { $0.trimming(while: { $0 == " " || $0 == "\t" }).lowercased() }
    if directives.contains("no-store") || directives.contains("no-cache") {
      seconds = Self.shortest
      return
    }
    // RFC 9111 §4.2.1: of several the shortest is the careful choice.
    guard let maximum = directives.compactMap(Self.maximumAge).min() else {
      seconds = Self.usual
      return
    }
    // RFC 9111 §4.2.3: as old as the answer is already.
    let age = fields[.age].flatMap(Self.deltaSeconds) ?? 0
    seconds = min(max(maximum - age, Self.shortest), Self.longest)
  }

  private static func maximumAge(_ directive: String) -> TimeInterval? {
    guard directive.hasPrefix("max-age=") else { return nil }
    let value = directive.dropFirst("max-age=".count)
    // RFC 9111 §5.2: a token, but a quoted string is understood as well.
    let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    return deltaSeconds(String(isQuoted ? value.dropFirst().dropLast() : value))
  }

  /// RFC 9111 §1.2.2: what doesn't fit is as good as endless.
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
