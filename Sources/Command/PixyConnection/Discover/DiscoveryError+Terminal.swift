package import OAuth
internal import OAuthCore
package import PixyTerminal

extension DiscoveryError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    guard case .notPublished = self else { return nil }
    return "\(remedy) A server without metadata needs --authorization-endpoint and --token-endpoint."
  }

  /// Whether the address isn't that of an issuer with metadata.
  package var isNoIssuer: Bool {
    switch self {
    case .notPublished, .anotherIssuer: true
    case .unexpectedStatus, .malformed: false
    }
  }
}
