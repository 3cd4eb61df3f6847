internal import CoreMetrics
internal import Synchronization

/// The metrics of a running server in Prometheus' text format, version 0.0.4.
///
/// Counters and timers are created at the start, so a request costs one addition.
final class PrometheusMetrics: MetricsFactory {
  private let counters = Mutex<[Series: Count]>([:])
  private let times = Mutex<[Series: Times]>([:])

  /// All metrics, sorted by name and labels.
  var text: String {
    var lines: [String] = []
    let counts = counters.withLock { $0 }
    for (name, series) in Self.byName(counts.keys) {
      lines += ServerMetric.head(name, "counter")
      for one in series { lines.append("\(name)\(one.labels()) \(counts[one]?.value ?? 0)") }
    }
    let durations = times.withLock { $0 }
    for (name, series) in Self.byName(durations.keys) {
      lines += ServerMetric.head(name, "histogram")
      for one in series { lines += durations[one]?.lines(one) ?? [] }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func byName(_ series: some Sequence<Series>) -> [(String, [Series])] {
    Dictionary(grouping: series, by: \.name).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.sorted { $0.labels() < $1.labels() }) }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    let series = Series(label, dimensions)
    return counters.withLock { all in
      let count = all[series] ?? Count()
      all[series] = count
      return count
    }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    let series = Series(label, dimensions)
    return times.withLock { all in
      let previous = all[series] ?? Times()
      all[series] = previous
      return previous
    }
  }

  /// Discards values: the server records only counts and times.
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }

  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

extension PrometheusMetrics {
  /// The name and labels of one metric.
  struct Series: Hashable {
    let name: String
    private let dimensions: [[String]]

    init(_ name: String, _ dimensions: [(String, String)]) {
      self.name = name
      self.dimensions = dimensions.map { [$0.0, $0.1] }
    }

    /// Returns the labels in braces. Their values are constants of the server, which need no
    /// escaping.
    func labels(and more: (String, String)? = nil) -> String {
      let all = dimensions + (more.map { [[$0.0, $0.1]] } ?? [])
      return all.isEmpty ? "" : "{" + all.map { "\($0[0])=\"\($0[1])\"" }.joined(separator: ",") + "}"
    }
  }

  final class Count: CounterHandler {
    private let count = Atomic<Int64>(0)
    var value: Int64 { count.load(ordering: .relaxed) }
    func increment(by amount: Int64) { count.add(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
  }

  final class Times: TimerHandler {
    private struct State {
      var counts = [Int64](repeating: 0, count: Times.bounds.count + 1)
      var nanoseconds: Int64 = 0
    }

    /// The upper bounds of the buckets in seconds, from an answer from memory to one that waited
    /// for a slow disk.
    private static let bounds = [0.000_25, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) {
      let seconds = Double(duration) / 1_000_000_000
      let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
      state.withLock { state in
        state.counts[index] += 1
        state.nanoseconds += duration
      }
    }

    func lines(_ series: Series) -> [String] {
      let (counts, nanoseconds) = state.withLock { ($0.counts, $0.nanoseconds) }
      var sum: Int64 = 0
      var lines: [String] = []
      for (count, bound) in zip(counts, Self.bounds.map { "\($0)" } + ["+Inf"]) {
        sum += count
        lines.append("\(series.name)_bucket\(series.labels(and: ("le", bound))) \(sum)")
      }
      lines.append("\(series.name)_sum\(series.labels()) \(Double(nanoseconds) / 1_000_000_000)")
      lines.append("\(series.name)_count\(series.labels()) \(sum)")
      return lines
    }
  }
}
