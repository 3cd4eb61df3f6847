/// The templates that the pages consist of. The raw value is a template's name, and that of its file without `.mustache`.
public enum PageTemplate: String, Sendable, Hashable, CaseIterable {
  /// The frame that all pages share; a page fills its block `main`.
  case document
  /// The style sheet of all pages, which is no template: braces in it mean what they mean in CSS.
  case style
  /// A text with values in it, each set off from the words around it.
  case phrase
  /// Who asks, and for what.
  case request
  /// Links to what a client says of itself.
  case links
  /// Why a page is shown again.
  case problem
  /// What a form posts along.
  case hidden
  /// The fields and buttons by which a person signs in.
  case credentials
  /// Asks a person to sign in.
  case signIn
  /// Asks a person who is signed in to allow something.
  case consent
  /// Asks for a device's code.
  case userCode
  /// Asks to allow what a device wants.
  case deviceSignIn
  /// Says what became of a device's request.
  case deviceDone
  /// Shows an address and its QR code.
  case deviceLink
  /// Asks whether to sign out.
  case signOut
  /// Says that the person is signed out.
  case signedOut
  /// Brings an answer to the client.
  case formPost
  /// Says what is wrong.
  case error
}
