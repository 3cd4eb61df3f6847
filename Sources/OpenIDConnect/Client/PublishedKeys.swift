#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import JOSE
public import OAuth
internal import OAuthCore

/// The keys that a client's server publishes at its `jwks_uri`, fetched when they are needed and kept for a while.
///
/// A signature that none of the kept keys fits has them fetched again, once and at most every 30 s however many such
/// signatures arrive: servers change their keys without notice (OpenID Connect Core §10.1.1).
public actor PublishedKeys: KeySource {
  private let client: OAuthClient
  private var kept: (keys: JSONWebKeySet, fetchedAt: Date)?
  private var fetching: Task<JSONWebKeySet, any Error>?

  /// How long keys are used without asking again, in seconds.
  private static let lifetime: Double = 900
  /// The least time between two fetches because of an unknown key, in seconds.
  private static let pause: Double = 30

  /// Keys that nobody has fetched yet.
  ///
  /// - Parameter client: its server's metadata says where the keys are; its transport fetches them.
  public init(of client: OAuthClient) {
    self.client = client
  }

  /// Checks a signature, after fetching the keys if none are there or none of them fits.
  ///
  /// - Parameters:
  ///   - signature: what came.
  ///   - algorithms: what may be used.
  ///   - type: what the `typ` must be.
  /// - Throws: `JOSEError` if the signature isn't accepted; `EndpointError`, `JSONWebKeySetError` or
  ///   `HTTPTransportError` if the keys can't be had; `CancellationError`.
  public func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType
  ) async throws -> VerifiedSignature {
    let keys = try await current()
    do throws(JOSEError) {
      return try signature.verified(by: keys, allowing: algorithms, type: type)
    } catch {
      guard Self.mayBeNew(signature, error, keys), age.map({ $0 >= Self.pause }) ?? true else { throw error }
    }
    return try signature.verified(by: try await fetch(), allowing: algorithms, type: type)
  }

  private func current() async throws -> JSONWebKeySet {
    // A clock that was set back makes kept keys look as if they came from the future; they are fetched again.
    if let kept, let age, (0..<Self.lifetime).contains(age) { return kept.keys }
    return try await fetch()
  }

  private var age: Double? {
    kept.map { client.clock.now().timeIntervalSince($0.fetchedAt) }
  }

  /// One fetch for all who wait. A task of its own, so that one who is cancelled doesn't end it for the others.
  private func fetch() async throws -> JSONWebKeySet {
    if let fetching { return try await fetching.value }
    let task = Task { [client] in try await client.publishedKeys() }
    fetching = task
    defer { fetching = nil }
    let keys = try await task.value
    kept = (keys, client.clock.now())
    return keys
  }

  /// Whether a key that isn't known yet could have made the signature.
  private static func mayBeNew(
    _ signature: JSONWebSignature, _ error: JOSEError, _ keys: JSONWebKeySet
  ) -> Bool {
    switch error {
    case .noMatchingKey: true
    case .invalidSignature: !keys.keys.contains { $0.keyID != nil && $0.keyID == signature.header.keyID }
    default: false
    }
  }
}
