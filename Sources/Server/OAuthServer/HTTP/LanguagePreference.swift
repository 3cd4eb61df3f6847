/// A user's preferred languages, the best first.
public struct LanguagePreference: Sendable, Hashable {
  /// The language ranges (RFC 4647 §2.1) in lowercase, such as `de-at`; `*` stands for any
  /// language.
  public let ranges: [String]

  /// No preference.
  public static let none = LanguagePreference(ranges: [])

  /// The maximum number of ranges that are read. No user needs more, and a request could contain
  /// thousands.
  static let maximumCount = 32

  private init(ranges: [String]) {
    self.ranges = ranges
  }

  /// Reads `ui_locales`: language tags in order of preference, separated by spaces (OpenID Connect
  /// Core §3.1.2.1). Malformed tags are skipped.
  ///
  /// - Parameter text: The parameter's value. Only its first 32 words are read.
  public init(uiLocales text: String) {
    self.init(
      ranges: text.split(separator: " ", maxSplits: Self.maximumCount).prefix(Self.maximumCount)
        .compactMap { Self.range($0) })
  }

  /// Reads the values of `Accept-Language` (RFC 9110 §12.5.4), sorted by weight. Malformed ranges,
  /// and ranges with weight 0, are skipped.
  ///
  /// - Parameter values: The values of all fields of that name. Only the first 32 ranges are read.
  public init(acceptLanguage values: [String]) {
    let members = values.lazy.flatMap { $0.split(separator: ",", maxSplits: Self.maximumCount) }
    let weighedRanges = members.prefix(Self.maximumCount).compactMap(Self.weighed)
    self.init(ranges: weighedRanges.filter { $0.weight > 0 }.sortedStably { $0.weight > $1.weight }.map(\.range))
  }

  /// Returns these languages, followed by those of another preference.
  ///
  /// - Parameter other: The second preference, such as the browser's after the client's.
  public func orElse(_ other: LanguagePreference) -> LanguagePreference {
    LanguagePreference(ranges: ranges + other.ranges)
  }

  /// Returns the best of the available languages (RFC 4647 §3.4). The ranges are tried in order. A
  /// range matches its own tag or a longer one; otherwise its last part is removed and it is tried
  /// again.
  /// - Parameter tags: The available language tags. The first one is used for `*`, and if no range
  ///   matches.
  /// - Returns: One of the tags, or `nil` if `tags` is empty.
  public func best(of tags: [String]) -> String? {
    for range in ranges {
      if range == "*" { break }
      var parts = range.split(separator: "-")
      while !parts.isEmpty {
        let wantedRange = parts.joined(separator: "-")
        if let exact = tags.first(where: { $0.lowercased() == wantedRange }) { return exact }
        if let longer = tags.first(where: { $0.lowercased().hasPrefix(wantedRange + "-") }) { return longer }
        parts.removeLast()
      }
    }
    return tags.first
  }

  private static func weighed(_ member: Substring) -> (range: String, weight: Int)? {
    let parts = member.split(separator: ";", maxSplits: 2).map(trimmed)
    guard let first = parts.first, let range = range(first) else { return nil }
    guard parts.count > 1 else { return (range, 1_000) }
    guard parts.count == 2, let weight = weight(parts[1]) else { return nil }
    return (range, weight)
  }

  /// Reads a weight such as `q=0.8`, in thousandths: at most three decimal places, at most 1 (RFC
  /// 9110 §12.4.2).
  private static func weight(_ text: Substring) -> Int? {
    guard let equals = text.firstIndex(of: "="), trimmed(text[..<equals]).lowercased() == "q" else { return nil }
    let number = trimmed(text[text.index(after: equals)...]).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = number.first, whole == "0" || whole == "1" else { return nil }
    let digits = number.count > 1 ? number[1] : ""
    guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let paddedDigits = digits + String(repeating: "0", count: 3 - digits.utf8.count)
    let weight = (whole == "1" ? 1_000 : 0) + (Int(paddedDigits) ?? 0)
    return weight <= 1_000 ? weight : nil
  }

  /// Reads `*`, or groups of one to eight letters or digits with hyphens between them (RFC 4647
  /// §2.1).
  private static func range(_ text: Substring) -> String? {
    guard text != "*" else { return "*" }
    guard text.utf8.count <= 35 else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.enumerated().allSatisfy { index, part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in
          let isLetter = (0x61...0x7A).contains(byte | 0x20)
          return isLetter || (index > 0 && (0x30...0x39).contains(byte))
        }
    }
    return isTag ? text.lowercased() : nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}

extension Array {
  /// Returns the sorted elements, and keeps the order of equal ones. The standard library doesn't
  /// guarantee that.
  fileprivate func sortedStably(by areInOrder: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { left, right in
      areInOrder(left.element, right.element)
        || (!areInOrder(right.element, left.element) && left.offset < right.offset)
    }.map(\.element)
  }
}
