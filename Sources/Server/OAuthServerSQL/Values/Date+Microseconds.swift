internal import FoundationBasics

extension Date {
  /// The microseconds since 1970, as the database saves moments. Later moments than in 292,000
  /// years become the last of them.
  var microseconds: Int64 {
    let exact = (timeIntervalSince1970 * 1_000_000).rounded()
    return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
  }

  /// Reads the value of ``microseconds``.
  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}
