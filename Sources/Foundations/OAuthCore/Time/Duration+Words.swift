extension Duration {
  /// The duration in its two largest units, for example `1 h 5 min`.
  package var inWords: String {
    let seconds = components.seconds
    let parts: [(Int64, String)] = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let words = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 != 0 }
    return words.isEmpty ? "0 s" : words.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
