internal import JOSE

extension SignatureAlgorithm {
  /// The algorithms that FAPI 2.0 allows (FAPI 2.0 Security Profile §5.4.1), in the order of
  /// preference.
  static let fapi2: [SignatureAlgorithm] = [.es256, .ps256, .edDSA, .ed25519]
}
