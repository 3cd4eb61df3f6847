/// A value of the present moment, for Prometheus' text format.
struct Gauge {
  let name: String
  /// The labels, whose values are constants of the server.
  var labels: [(String, String)] = []
  let value: Double

  /// Returns gauges as lines. Those of one name follow one another.
  static func text(_ gauges: [Gauge]) -> String {
    var lines: [String] = []
    var last: String?
    for gauge in gauges {
      if gauge.name != last { lines += ServerMetric.head(gauge.name, "gauge") }
      last = gauge.name
      lines.append("\(gauge.name)\(PrometheusMetrics.Series(gauge.name, gauge.labels).labels()) \(gauge.value)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
