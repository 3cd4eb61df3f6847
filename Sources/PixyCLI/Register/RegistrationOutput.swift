internal import ArgumentParser
internal import OAuth
internal import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// Where a client's registration goes. It holds secrets.
struct RegistrationOutput: ParsableArguments {
  @Option(help: "Write the answer there, for yourself alone, instead of to standard output. It holds secrets.")
  var output: String?

  /// The file, if one was named. Asked for before anything is sent: a registration that can't be kept is lost.
  /// - Throws: `ValidationError` if it can't be written.
  func file() throws -> PrivateFile? {
    guard let file = try output.map(PrivateFile.init(path:)) else { return nil }
    do {
      try file.tryPlace()
    } catch let error as Errno {
      throw ValidationError("\(file.path) cannot be written: \(error).")
    }
    return file
  }

  /// Writes a registration as the server answered it.
  /// - Parameters:
  ///   - registration: what the server answered.
  ///   - token: what managed it so far: kept if the server gave no new one.
  ///   - address: where it is managed: kept if the server gave no new one.
  ///   - file: from ``file()``.
  func write(
    _ registration: ClientRegistration, token: Secret? = nil, address: Endpoint? = nil, to file: PrivateFile?,
    _ console: Console
  ) {
    var members = registration.members
    members["client_secret"] = registration.clientSecret.map { .string($0.reveal()) }
    members["registration_access_token"] = (registration.registrationAccessToken ?? token).map { .string($0.reveal()) }
    members["registration_client_uri"] = (registration.registrationClientURI ?? address).map { .string($0.text) }
    let octets = JSONValue.object(members).octets()
    guard let file else { return console.result(json: members) }
    do {
      try file.write(octets + [UInt8(ascii: "\n")])
      console.say("Written to \(file.path), which only you can read.")
    } catch {
      // The client exists by now: what the server said must not be lost.
      console.say("pixy: \(file.path) cannot be written: \(error). The registration is on standard output instead.")
      console.result(json: members)
    }
  }
}
