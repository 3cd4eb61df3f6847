extension Duration {
  /// The duration in its two largest units, for example `1 hour 5 minutes`.
  package var inWords: String {
    let seconds = components.seconds
    let parts: [(Int64, String)] = [
      (seconds / 86_400, "day"), (seconds / 3_600 % 24, "hour"), (seconds / 60 % 60, "minute"),
      (seconds % 60, "second"),
    ]
    let words = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 != 0 }
    return words.isEmpty
      ? "0 seconds" : words.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " ")
  }
}
