/// The database of an authorization server: everything that the server must remember between two
/// requests.
///
/// With one database, any number of tasks and processes answer for one issuer.
/// ``InMemoryServerDatabase`` is for tests and demonstrations, `SQLiteServerDatabase` of
/// `OAuthServerSQLite` for one machine, `PostgreSQLServerDatabase` of `OAuthServerPostgreSQL` for
/// several.
///
/// The clients that an operator registered and the users are behind protocols of their own,
/// ``ClientStore`` and ``UserDirectory``. So an application can keep them in a directory or
/// database that it already has. A database that is a ``ServerAdministration`` too can hold them
/// itself.
///
/// The protocol is composed of one protocol for each concern, so a part of the server can hold only
/// those that it needs. The functions are the steps that must be atomic, and the look-ups that go
/// with them. The operations of operators are in ``ServerAdministration``.
/// `ServerDatabaseCompatibility` in `OAuthTestSupport` checks each promise below; a database that
/// passes is complete.
///
/// ## Atomic steps
///
/// Each function is one step: either all of its changes are saved, or none. Calls from any number
/// of tasks and processes behave as if they ran one after the other. A call that starts after
/// another call has returned sees the changes of that call, even in another process. A call whose
/// task is cancelled is completed.
///
/// A function returns only when its changes are durable, so that the server can tell a client about
/// them.
///
/// ## Operations whose answer was lost
///
/// A function that throws has changed everything or nothing, and the caller doesn't know which: the
/// connection may have broken during the commit. The caller, or the database itself, repeats the
/// function with the same arguments and the same ``RequestKey``:
///
/// - The repetition returns what the first call returned, or would have returned. It changes
///   nothing a second time.
/// - A call with another key is another request. Where only one request can succeed, it doesn't.
/// - If another request has changed the outcome meanwhile, the repetition returns the present
///   state: the tokens of a grant that was revoked in between are rejected, for example.
///
/// Functions without a key need none, for one of two reasons. Some create a row under the hash of a
/// fresh secret of the caller, so an existing row can only be the caller's own. The others are
/// idempotent.
///
/// A key is compared only within one function and one row. One request may pass its key to several
/// functions.
///
/// ## Secrets
///
/// A database gets hashes instead of codes, tokens and cookies. A copy of it opens no protected
/// resource. It does contain names of users and what they allowed.
///
/// ## Time
///
/// Functions that depend on the time get the moment from the caller, so that all processes agree
/// with the server's clock. A database may remove expired rows at any time, unless a function's
/// documentation says that it needs them.
///
/// ## Errors
///
/// A function may throw any error: the server answers `server_error` or status 500, and logs the
/// error's type. An error must not quote values.
public protocol ServerDatabase: AuthorizationCodeOperations, TokenOperations, SessionOperations,
  DeviceAuthorizationOperations, PushedRequestOperations, ConsentOperations, ClientRegistrationOperations,
  SignInAttemptOperations, UsedTokenIDOperations, SigningKeyOperations
{}
