/// A client is registered for a signature algorithm for which the server no longer has a key.
struct NoSigningKey: Error {}
