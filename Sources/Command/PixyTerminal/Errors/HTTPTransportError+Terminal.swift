package import ArgumentParser
package import OAuthCore

extension HTTPTransportError: TerminalError {
  package var exitStatus: ExitCode? { kind == .timedOut ? ExitStatus.timedOut : nil }

  package var terminalRemedy: TerminalRemedy? {
    kind == .tlsFailed ? "\(remedy) --trust FILE names a private authority.\(plainAddress)" : nil
  }

  /// The address without TLS of a server on this machine, as a sentence; otherwise an empty text.
  private var plainAddress: String {
    guard let scheme = origin.firstRange(of: "https://"), LoopbackAddress.begins(origin[scheme.upperBound...])
    else { return "" }
    return " If the server has no TLS, write http://\(origin[scheme.upperBound...])."
  }
}
