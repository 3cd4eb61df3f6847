package import ArgumentParser
package import PixyTerminal
internal import PixyWire
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// `pixy explain`: explains a saved trace, offline.
package struct ExplainCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a saved trace step by step.",
    discussion: """
      Reads a file that --trace-file saved. For each step it prints the purpose of the request, the purpose of each \
      parameter with its section of the specification, and the checks that were made. It then lists what is unusual: \
      no PKCE, no state, no iss, tokens in URLs, plain http, errors. Sends no request.
      """
  ).withExamples(of: "explain")

  @Argument(help: "File that --trace-file saved, or - for standard input.")
  var file: String

  @Flag(help: "Print only what is unusual. The exit status is 1 if there is a danger or problem.")
  var check = false

  package func run(on console: Console) async throws {
    let bytes: [UInt8]
    do {
      bytes = try FileInput.bytes(of: file, most: Trace.maximumBytes)
    } catch let error as Errno {
      throw BadValue(
        "The trace could not be read from \(file): \(error).",
        remedy: "Name a file that --trace wrote, or - for standard input.")
    }
    let explanation = Explanation(try Trace(bytes: bytes))
    guard check else {
      for line in explanation.lines { console.result(line) }
      return
    }
    for (number, finding) in explanation.findings {
      console.result("step \(number): \(finding.severity.word): \(finding.text)")
    }
    if explanation.findings.contains(where: { $0.finding.severity != .note }) { throw ExitStatus.failure }
  }
}
