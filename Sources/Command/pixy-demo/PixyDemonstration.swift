import Logging
import PKCE
import PixyDemo

/// The program of `make demo`: the demonstration without sockets, so that a first build is short.
@main struct PixyDemonstration {
  static func main() async throws {
    let logger = Logger(label: "pixy.demo") { _ in SwiftLogNoOpLogHandler() }
    try await Demonstration(on: InProcessStage(), random: SystemRandomSource(), logger: logger) { print($0) }.run()
  }
}
