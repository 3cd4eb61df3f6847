internal import FoundationBasics
internal import OAuthServerHummingbird

/// The open files of this process, under the names that Prometheus' clients in all languages use.
enum ProcessGauges {
  /// The present values. A system without a folder of open files has only the limit.
  static var all: [Gauge] {
    let open = ["/proc/self/fd", "/dev/fd"].lazy
      .compactMap { try? FileManager.default.contentsOfDirectory(atPath: $0).count }.first
    return (open.map { [Gauge(name: "process_open_fds", value: Double($0))] } ?? [])
      + [Gauge(name: "process_max_fds", value: Double(OpenFileLimit.current))]
  }
}
