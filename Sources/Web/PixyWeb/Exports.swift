// A web application that imports this module needs no other import to sign its users in. The trait
// `Hummingbird` adds the middleware, and the trait `SQLite` the session store in a file.
@_exported public import HTTPTypes
@_exported public import OAuth
@_exported public import OAuthCore
@_exported public import OAuthProviders
@_exported public import OAuthSessions
@_exported public import OAuthTransports
#if HUMMINGBIRD
@_exported public import OAuthWebHummingbird
#endif
#if SQLITE
@_exported public import OAuthWebSQLite
#endif
@_exported public import OAuthWebSessions
@_exported public import OpenIDConnect
@_exported public import TokenStorage
