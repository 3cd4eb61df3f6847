package import ArgumentParser
package import MCPBridge
internal import PixyTerminal

extension BridgeError: TerminalError {
  package var exitStatus: ExitCode? {
    if case .unanswered = self { ExitStatus.timedOut } else { nil }
  }
}
