#if CLI
internal import ArgumentParser

/// What of the tokens is printed, and how much is said on the way.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the access token.")
  var token = false

  @Flag(help: "Print the tokens and what was verified as JSON. It holds secrets.")
  var json = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  func validate() throws {
    guard !(token && json) else { throw ValidationError("Give --token or --json, not both.") }
  }
}
#endif
