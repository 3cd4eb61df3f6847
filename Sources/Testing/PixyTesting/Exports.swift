// Tests that import this module have the look-alikes of providers, the embedded server, its
// clients and sessions, and doubles for the clock, the transport and the user.
@_exported public import HTTPTypes
@_exported public import OAuth
@_exported public import OAuthCore
@_exported public import OAuthLookAlikes
@_exported public import OAuthProviders
@_exported public import OAuthServer
@_exported public import OAuthSessions
@_exported public import OAuthTestSupport
@_exported public import TokenStorage
