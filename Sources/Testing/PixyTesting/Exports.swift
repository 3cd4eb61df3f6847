// Tests that import this module have the look-alikes of providers, the embedded server, its
// client, and doubles for the clock, the transport and the user.
@_exported public import HTTPTypes
@_exported public import OAuth
@_exported public import OAuthCore
@_exported public import OAuthLookAlikes
@_exported public import OAuthServer
@_exported public import OAuthTestSupport
