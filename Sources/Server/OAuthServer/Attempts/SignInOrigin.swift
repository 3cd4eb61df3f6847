/// What the server knows about the browser or network of a sign-in. What strangers do with an account or
/// at an address doesn't count for known ones.
enum SignInOrigin: Sendable, Hashable {
  /// Nothing: a stranger, or a user's new browser.
  case new
  /// The user signed in from this network before (``SignInAttemptPolicy/networkMemory``).
  case knownNetwork
  /// The user signed in with this browser before (``KnownBrowsers``).
  case knownBrowser
  /// The user is signed in, and types the password again.
  case session(id: String)
}
