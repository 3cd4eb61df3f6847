// An application that imports this module needs no other import: to name an endpoint, a scope or an
// error, or to build a request.
@_exported public import HTTPTypes
@_exported public import OAuth
@_exported public import OAuthCore
@_exported public import OAuthProviders
@_exported public import OAuthSessions
#if URL_SESSION
@_exported public import OAuthURLSession
#endif
@_exported public import OAuthUserAgent
@_exported public import TokenStorage
