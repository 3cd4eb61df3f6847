/// A client is registered for an algorithm that the server has no key for any more.
struct NoSigningKey: Error {}
