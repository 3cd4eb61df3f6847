import JOSE
import OAuth
import OAuthCore
import PKCS11

/// A client whose tokens are bound to a key in a PKCS #11 token.
func bindToAToken(
  pin: Secret, server: AuthorizationServerMetadata, transport: any HTTPTransport
) async throws -> OAuthClient {
  let module = try PKCS11Module("/usr/lib/softhsm/libsofthsm2.so")
  let key = try await PKCS11Signer(module, token: "my-token", key: "dpop", algorithm: .es256, pin: pin)
  let client = OAuthClient(id: "app", server: server, prover: try DPoPProver(key), transport: transport)
  return client
}

/// A prover with a key in a PKCS #11 token.
func proveWithAToken(pin: Secret) async throws -> DPoPProver {
  let module = try PKCS11Module("/usr/lib/softhsm/libsofthsm2.so")
  let key = try await PKCS11Signer(module, token: "my-token", key: "dpop", algorithm: .es256, pin: pin)
  let prover = try DPoPProver(key)
  return prover
}
