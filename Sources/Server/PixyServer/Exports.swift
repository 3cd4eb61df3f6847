// A program that imports this module needs no other import to embed the authorization server. The trait
// `Hummingbird` adds the server on a port with its pages, and the trait `SQLite` the database in a file.
@_exported public import HTTPTypes
@_exported public import OAuthCore
@_exported public import OAuthServer
#if HUMMINGBIRD
@_exported public import OAuthServerHummingbird
#endif
@_exported public import OAuthServerPostgreSQL
#if SQLITE
@_exported public import OAuthServerSQLite
#endif
