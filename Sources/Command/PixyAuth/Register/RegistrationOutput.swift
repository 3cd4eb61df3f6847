internal import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The destination of a client's registration, which contains secrets.
struct RegistrationOutput: ParsableArguments {
  @Option(
    help: "File for the answer, readable by you only, instead of standard output. It contains secrets.",
    completion: .file())
  var output: String?

  /// Returns the file of a new client, if one was named.
  /// - Throws: `ValidationError` if the file exists: it may have another client's only secret. The
  ///   errors of ``file()``.
  func newFile() throws -> PrivateFile? {
    if let output, FileManager.default.fileExists(atPath: output) {
      throw ValidationError(
        "\(UntrustedText(output)) exists, and may have another client's only secret. Choose another file, or move it.")
    }
    return try file()
  }

  /// Returns the file, if one was named. Called before a request is sent, because a registration
  /// that can't be saved is lost.
  /// - Throws: `ValidationError` if the file can't be written.
  func file() throws -> PrivateFile? {
    guard let file = try output.map(PrivateFile.init(path:)) else { return nil }
    do {
      try file.tryPlace()
    } catch let error as Errno {
      throw ValidationError("\(file.path) could not be written: \(error).")
    }
    return file
  }

  /// Writes a registration as the server returned it.
  /// - Parameters:
  ///   - registration: The server's answer.
  ///   - token: The registration access token so far, written if the server issued no new one.
  ///   - address: The registration's URI so far, written if the server named no new one.
  ///   - file: The file from ``file()``.
  func write(
    _ registration: ClientRegistration, token: Secret? = nil, address: Endpoint? = nil, to file: PrivateFile?,
    _ console: Console
  ) {
    var members = registration.members
    members["client_secret"] = registration.clientSecret.map { .string($0.reveal()) }
    members["registration_access_token"] = (registration.registrationAccessToken ?? token).map { .string($0.reveal()) }
    members["registration_client_uri"] = (registration.registrationClientURI ?? address).map { .string($0.text) }
    let bytes = JSONValue.object(members).bytes()
    guard let file else { return console.result(json: members) }
    do {
      try file.write(bytes + [UInt8(ascii: "\n")])
      console.say("Saved to \(file.path), which only you can read.")
    } catch {
      // The client exists now, so the server's answer must not be lost.
      console.say("pixy: \(file.path) could not be written: \(error). The registration is on standard output instead.")
      console.result(json: members)
    }
  }
}
