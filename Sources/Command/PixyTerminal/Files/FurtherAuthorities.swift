internal import FoundationBasics
internal import OAuthCore

/// The certificate authorities that `SSL_CERT_FILE` and `SSL_CERT_DIR` name, as for OpenSSL. They
/// are trusted besides the machine's.
package enum FurtherAuthorities {
  /// The folder of the machine's own authorities on Debian and others, which are trusted anyway.
  private static let ofMachine = "/etc/ssl/certs"

  /// Returns the paths of the file, and of the files in the folders that have OpenSSL's hashed names
  /// (`openssl rehash`).
  ///
  /// - Parameter environment: The variables of the process.
  /// - Throws: ``AuthoritiesMissing`` if the file can't be read. Folders and their files that can't
  ///   be read are left out, as OpenSSL does.
  package static func paths(in environment: [String: String]) throws(AuthoritiesMissing) -> [String] {
    let folders = (environment["SSL_CERT_DIR"] ?? "").split(separator: ":").map(String.init)
    let inFolders = folders.filter { $0 != ofMachine }.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(isHashed).sorted()
        .map { "\(folder)/\($0)" }.filter(FileManager.default.isReadableFile(atPath:))
    }
    guard let file = environment["SSL_CERT_FILE"], !file.isEmpty else { return inFolders }
    guard FileManager.default.isReadableFile(atPath: file) else { throw AuthoritiesMissing(path: file) }
    return [file] + inFolders
  }

  /// Returns whether a name is eight hexadecimal digits, a dot and a number.
  private static func isHashed(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 8 && parts[0].allSatisfy(\.isHexDigit)
      && !parts[1].isEmpty && parts[1].allSatisfy(\.isNumber)
  }
}

/// The error for an `SSL_CERT_FILE` that can't be read.
package struct AuthoritiesMissing: Error {
  let path: String
}

extension AuthoritiesMissing: ExplainedError, TerminalError {
  package var terminalRemedy: TerminalRemedy? { TerminalRemedy(remedy) }
  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "authorities_missing", at: .configuration, .mistake,
      "SSL_CERT_FILE names \(UntrustedText(path)), which can't be read.",
      remedy: "Correct or unset the variable, or name the trusted authorities with --trust.")
  }
}
