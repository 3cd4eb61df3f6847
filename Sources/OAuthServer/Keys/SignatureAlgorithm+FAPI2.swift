internal import JOSE

extension SignatureAlgorithm {
  /// What FAPI 2.0 allows (FAPI 2.0 Security Profile §5.4.1), the one first that this server would rather sign with.
  static let fapi2: [SignatureAlgorithm] = [.es256, .ps256, .edDSA]
}
