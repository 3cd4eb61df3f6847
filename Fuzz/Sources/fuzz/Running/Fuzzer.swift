import CLibFuzzer

/// The command `fuzz TARGET [libFuzzer's options and corpora]`. It passes inputs to the target
/// until libFuzzer ends the process.
@main
enum Fuzzer {
  static func main() {
    let names = FuzzTarget.allCases.map(\.rawValue)
    guard CommandLine.argc > 1, CommandLine.arguments[1] != "--list" else {
      print(names.joined(separator: "\n"))
      return
    }
    guard let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
      print("usage: fuzz TARGET [OPTIONS] [CORPUS…]; targets: \(names.joined(separator: ", "))")
      return
    }
    FuzzTarget.chosen = target
    // libFuzzer reads the program's name from the first argument, and starts that program for its
    // own jobs.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
    _ = withUnsafeMutablePointer(to: &arguments) { arguments in
      arguments.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) {
        LLVMFuzzerRunDriver(&count, $0) { bytes, count in
          FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
          return 0
        }
      }
    }
  }
}
