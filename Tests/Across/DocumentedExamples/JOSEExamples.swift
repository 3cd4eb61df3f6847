import JOSE
import OAuthCore

/// Verifies a token with keys that are fetched from their address.
func verifyWithFetchedKeys(
  _ text: String, jwksURI: Endpoint, through transport: any HTTPTransport
) async throws -> [String: JSONValue] {
  let keys = RemoteKeySet(jwksURI, through: transport)
  let token = try JSONWebSignature(compact: text)
  let verified = try await keys.verified(
    token, allowing: [.es256, .rs256], type: .exactly("at+jwt"))
  let claims = try verified.claims()
  return claims
}

/// Verifies a token with known keys.
func verifyWithKnownKeys(_ text: String, keys: JSONWebKeySet) throws -> String? {
  let token = try JSONWebSignature(compact: text)
  let verified = try token.verified(by: keys, allowing: [.es256], type: .exactly("at+jwt"))
  let subject = try verified.claims()["sub"]?.string
  return subject
}

/// Generates a key, and publishes its public half.
func publishAKey() throws -> (JSONValue?, String) {
  let key = try SigningKey.generate(.es256, keyID: "2026")
  let published = key.verificationKey.publicJWK
  let thumbprint = key.verificationKey.thumbprint
  return (published, thumbprint)
}

/// Signs a token, and verifies it with the key's public half.
func signAndVerify() throws -> [String: JSONValue] {
  let key = try SigningKey.generate(.es256)
  let keys = JSONWebKeySet([key.verificationKey])
  let token = try JSONWebSignature(compact: key.sign(["sub": "ada"]).reveal())
  let claims = try token.verified(by: keys, allowing: [.es256]).claims()
  return claims
}

/// Signs a client assertion.
func signAnAssertion() throws -> Secret {
  let key = try SigningKey.generate(.es256, keyID: "2026")
  let assertion = try key.sign(["iss": "client", "sub": "client"], type: "JWT")
  return assertion
}

/// Reads a private key in PEM, whose algorithm the server's announcement decides.
func readAPrivateKey(_ pem: Secret, for metadata: AuthorizationServerMetadata) throws -> SigningKey {
  let key = try SigningKey(pem: pem, announced: metadata.tokenEndpointAuthSigningAlgValuesSupported ?? [])
  return key
}

/// A key in a service that signs for the program.
struct RemoteKey: Signer {
  let algorithm = SignatureAlgorithm.es256
  let verificationKey: JSONWebKey

  func signature(over bytes: [UInt8]) async throws -> [UInt8] {
    try await service.sign(bytes)  // 64 bytes: r and s
  }
}

private let service = SigningService()

/// The service of ``RemoteKey``.
private struct SigningService {
  func sign(_ bytes: [UInt8]) async throws -> [UInt8] { [] }
}

/// Encrypts a signed token for its recipient.
func encryptASignedToken(_ signed: [UInt8], for jwk: JSONValue) throws -> String {
  let key = try EncryptionKey(jwk)
  let token = try key.encrypt(signed, with: .ecdhESA256KW, content: .a256GCM, contentType: "JWT")
  return token
}

/// Decrypts a nested token.
func decryptANestedToken(_ text: String, key: DecryptionKey) throws -> JSONWebSignature {
  let encrypted = try JSONWebEncryption(compact: text)
  let content = try encrypted.decrypted(
    with: [key], allowing: [.ecdhESA256KW], content: [.a256GCM])
  let token = try JSONWebSignature(compact: String(decoding: content, as: UTF8.self))
  return token
}

/// Decrypts content with a key of either type.
func decryptContent(_ text: String, key: DecryptionKey) throws -> [UInt8] {
  let encrypted = try JSONWebEncryption(compact: text)
  let content = try encrypted.decrypted(
    with: [key], allowing: [.rsaOAEP256, .ecdhESA256KW], content: [.a256GCM])
  return content
}

/// Decrypts by the client's registration.
func decryptByRegistration(_ text: Secret, key: DecryptionKey) throws -> Secret {
  let decryption = JWTDecryption(keys: [key], algorithms: [.ecdhESA256KW], contentAlgorithms: [.a256GCM])
  let signed = try decryption.decrypted(text)
  return signed
}

/// Verifies every signature of a JWS in JSON form.
func verifyAJSONForm(_ text: String, keys: JSONWebKeySet) throws -> [VerifiedSignature] {
  let signatures = try JSONWebSignature.signatures(json: text)
  let verified = try signatures.map { try $0.get().verified(by: keys, allowing: [.es256]) }
  return verified
}

/// Signs a document with two keys.
func signAJSONForm(_ payload: [UInt8], current: SigningKey, next: SigningKey) async throws -> String {
  let document = try await JSONWebSignature.json(payload, signedBy: current, next)
  return document
}
