package import ArgumentParser
package import PixyTerminal
package import TokenStorage

extension TokenStoreError: TerminalError {
  package var exitStatus: ExitCode? { kind == .busy ? ExitStatus.timedOut : nil }

  package var terminalRemedy: TerminalRemedy? {
    if kind == .wrongKey, cause == nil {
      return """
        Restore the key, or give the right passphrase with PIXY_PASSPHRASE_FILE. If it is lost, the stored tokens are \
        lost too: sign out with `pixy logout`, remove the token store's folder, and sign in again.
        """
    }
    guard kind == .absent else { return nil }
    if place == "file-passphrase" {
      return "Set PIXY_PASSPHRASE_FILE to the file with the passphrase of these tokens."
    }
    return place == nil ? nil : "Choose a store that `pixy storage` lists."
  }
}
