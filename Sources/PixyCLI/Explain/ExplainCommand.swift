internal import ArgumentParser
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// `pixy explain`: a saved trace in words, offline.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a saved trace, step by step.",
    discussion: """
      Reads what --trace-file saved and tells what each request is for, what each parameter does and which section rules it, \
      what was checked, and what was unusual: no PKCE, no state, no iss, tokens in addresses, plain http, refusals. Asks nobody.
      """)

  @Argument(help: "The file that --trace-file saved; - is standard input.")
  var file: String

  @Flag(help: "Tell only what was unusual; the exit status is 1 if there is any danger or problem.")
  var check = false

  func run() throws {
    let console = Console.standard
    let octets: [UInt8]
    do {
      octets = try FileInput.octets(of: file, most: Trace.maximumOctets)
    } catch let error as Errno {
      throw ValidationError("The trace cannot be read from \(file): \(error).")
    }
    let explanation: Explanation
    do {
      explanation = Explanation(try Trace(octets: octets))
    } catch {
      throw ExitStatus.report(error, on: console)
    }
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
