internal import OAuthCore

extension ServeSettings {
  /// The warning about a port in plain http on all addresses, for an https issuer; nil if a proxy or a
  /// certificate is set.
  var openPortWarning: String? {
    guard ["0.0.0.0", "::"].contains(self.host), self.certificateFile == nil, trustedProxies.isEmpty,
      issuer?.text.hasPrefix("https:") == true
    else { return nil }
    return """
      The server listens in plain http on all addresses (host), and its issuer is https: passwords and tokens can be \
      read on the way. Set tls.certificate and tls.key, or trusted_proxies to the address of the proxy with the \
      certificate.
      """
  }
}
