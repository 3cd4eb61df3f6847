package import OAuth
internal import OAuthCore
package import PixyTerminal

extension DiscoveryError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    guard case .notPublished = self else { return nil }
    return "\(remedy) A server without metadata needs --authorization-endpoint and --token-endpoint."
  }
}
