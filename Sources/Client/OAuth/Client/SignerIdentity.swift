internal import JOSE

/// A signer that is compared by its algorithm and public key, as two `SigningKey`s are.
struct SignerIdentity: Hashable, Sendable {
  let signer: any Signer

  init(_ signer: any Signer) {
    self.signer = signer
  }

  static func == (left: SignerIdentity, right: SignerIdentity) -> Bool {
    left.signer.algorithm == right.signer.algorithm && left.signer.verificationKey == right.signer.verificationKey
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(signer.algorithm)
    hasher.combine(signer.verificationKey)
  }
}
