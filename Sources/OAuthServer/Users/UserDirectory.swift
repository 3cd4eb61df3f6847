public import OAuthCore

/// Who can sign in, and what is known about them.
public protocol UserDirectory: Sendable {
  /// Checks what a person typed on the sign-in page.
  ///
  /// An implementation takes as long for a user name it doesn't know as for a wrong password: otherwise the time tells
  /// strangers who has an account. Wrong passwords are counted by the octets of the user name in small letters: a directory that
  /// takes several such writings for one name gives strangers as many counts.
  /// - Parameters:
  ///   - username: as it was typed.
  ///   - password: as it was typed, of whatever length a form can have.
  /// - Returns: the person, or `nil` if the user name is unknown or the password is wrong; not even an error may tell
  ///   which.
  /// - Throws: whatever keeps the directory from answering.
  func authenticate(username: String, password: Secret) async throws -> Subject?

  /// What is known about a person, or `nil` if they have no account any more: their tokens then stop working at the
  /// UserInfo endpoint.
  ///
  /// - Parameter subject: as ``authenticate(username:password:)`` gave it.
  /// - Throws: whatever keeps the directory from answering; the request ends with status 500 or `server_error`.
  func user(_ subject: Subject) async throws -> User?
}
