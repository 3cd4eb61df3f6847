// An API that imports this module needs no other import to check access tokens. The trait `Hummingbird`
// adds the middleware.
@_exported public import HTTPTypes
@_exported public import OAuthCore
@_exported public import OAuthResourceServer
#if HUMMINGBIRD
@_exported public import OAuthResourceServerHummingbird
#endif
@_exported public import OAuthTransports
