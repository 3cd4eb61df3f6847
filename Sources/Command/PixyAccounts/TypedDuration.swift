/// A duration as users type it: `90`, `90s`, `5m`, `2h`, `1d`.
package struct TypedDuration: Sendable, Hashable {
  package let duration: Duration

  /// Parses a duration.
  ///
  /// - Returns: `nil` if the text isn't a duration, or has more than six digits.
  package init?(_ text: String) {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    var digits = text[...]
    var unit: Int64 = 1
    if let last = text.last, let named = units[last] {
      digits = text.dropLast()
      unit = named
    }
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int64(digits)
    else { return nil }
    duration = .seconds(count * unit)
  }
}
