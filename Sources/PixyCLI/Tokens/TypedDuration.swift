#if CLI
internal import ArgumentParser

/// A length of time as people type it: `90`, `90s`, `5m`, `2h`, `1d`.
struct TypedDuration: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    var digits = argument[...]
    var unit: Int64 = 1
    if let last = argument.last, let named = units[last] {
      digits = argument.dropLast()
      unit = named
    }
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int64(digits)
    else { return nil }
    duration = .seconds(count * unit)
  }
}

extension Duration {
  /// The length in words, in its two largest units: `1 h 5 min`.
  var inWords: String {
    let seconds = components.seconds
    let parts: [(Int64, String)] = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 != 0 }
    return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
#endif
