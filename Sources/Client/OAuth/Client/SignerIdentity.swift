internal import JOSE

/// A signer that is compared by its algorithm and public key, as two `SigningKey`s are.
struct SignerIdentity: Hashable, Sendable {
  let signer: any Signer

  init(_ signer: any Signer) {
    self.signer = signer
  }

  static func == (lhs: SignerIdentity, rhs: SignerIdentity) -> Bool {
    lhs.signer.algorithm == rhs.signer.algorithm && lhs.signer.verificationKey == rhs.signer.verificationKey
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(signer.algorithm)
    hasher.combine(signer.verificationKey)
  }
}
