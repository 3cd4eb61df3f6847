/// The operations that all SQL databases share, so that programs need only this module.
@_exported public import OAuthServerSQL
