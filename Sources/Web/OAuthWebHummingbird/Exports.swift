/// The sign-in without a framework's types, so that applications need only this module.
@_exported public import OAuthWebSessions
